// Marks symbols of the runtime that the tested program and its libraries can link to. All other
// symbols are hidden.
#pragma once

#define MAZURKA_EXPORT extern "C" __attribute__((visibility("default")))
