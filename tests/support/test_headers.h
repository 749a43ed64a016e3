// What most unit tests include: precompiled.  No file relies on it.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "../../cmake/standard_headers.h"
