# What belongs to an installation beside the command, its runtime and its headers; and packages.
include(CMakePackageConfigHelpers)
write_basic_package_version_file(${CMAKE_BINARY_DIR}/MazurkaConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${CMAKE_SOURCE_DIR}/cmake/MazurkaConfig.cmake
              ${CMAKE_BINARY_DIR}/MazurkaConfigVersion.cmake
        DESTINATION lib/cmake/Mazurka)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION share/doc/mazurka)
install(DIRECTORY examples DESTINATION share/doc/mazurka)
install(DIRECTORY docs/ DESTINATION share/doc/mazurka/docs FILES_MATCHING PATTERN "*.md")

# cpack -G DEB, in the build folder. Debug information is for those who build it themselves.
set(CPACK_PACKAGE_NAME mazurka)
set(CPACK_PACKAGE_CONTACT "The authors of Mazurka <mazurka@example.invalid>")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "${PROJECT_DESCRIPTION}")
set(CPACK_PACKAGING_INSTALL_PREFIX /usr)
set(CPACK_STRIP_FILES ON)
set(CPACK_GENERATOR DEB)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_SECTION devel)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# Programs are compiled, and what they are linked from is looked through.
set(CPACK_DEBIAN_PACKAGE_DEPENDS "g++, gcc, binutils")
set(CPACK_DEBIAN_PACKAGE_SUGGESTS "clang, cmake, libgtest-dev")
include(CPack)
