# Installs the CMake package, examples and documentation, and configures CPack.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/MazurkaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/MazurkaConfig.cmake
              ${CMAKE_BINARY_DIR}/MazurkaConfigVersion.cmake
        DESTINATION lib/cmake/Mazurka)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION share/doc/mazurka)
install(DIRECTORY examples DESTINATION share/doc/mazurka)
install(DIRECTORY docs/ DESTINATION share/doc/mazurka/docs FILES_MATCHING PATTERN "*.md")

# Run `cpack -G DEB` in the build folder. Packages contain no debug information.
set(CPACK_PACKAGE_NAME mazurka)
set(CPACK_PACKAGE_CONTACT "The authors of Mazurka <mazurka@example.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Mazurka calls the compilers to build programs, and nm and objdump to inspect objects.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++, gcc, binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang, cmake, libgtest-dev")
include(CPack)
