// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/parser/fault.h"

#include "core/base/units/printable.h"

#include <cstdio>

namespace roofrack::cli {

int report(const Diagnostic& diagnostic) {
    std::fprintf(stderr, "error: %s\n", printable_line(diagnostic.text()).c_str());
    return Exit::bad_input;
}

void warn(const Diagnostic& diagnostic) {
    std::fprintf(stderr, "warning: %s\n", printable_line(diagnostic.text()).c_str());
}

} // namespace roofrack::cli
