// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/cli/parser/command.h"

#include <span>

namespace roofrack::cli {

/// Adds a command to the program.
using AddCommand = void (*)(const Command& program);

/// Understands the call and does what it says; returns the Exit. Faults are on stderr.
int run_program(int argc, char** argv, std::span<const AddCommand> commands);

} // namespace roofrack::cli
