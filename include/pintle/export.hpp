// SPDX-License-Identifier: MIT
// Marks what the shared library exports; everything else is hidden.
#pragma once

#define PINTLE_API [[gnu::visibility("default")]]
