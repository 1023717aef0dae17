// SPDX-License-Identifier: MIT
#include "pintle/testing/faults.hpp"
