// What the tested program and its libraries may see of the runtime; all else is hidden.
#pragma once

#define MAZURKA_EXPORT extern "C" __attribute__((visibility("default")))
