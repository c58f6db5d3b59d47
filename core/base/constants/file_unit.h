// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// A unit of the file and the SI unit that its values are held in.
struct FileUnit {
    std::string_view name, si;
    double scale;
};

/// nullptr for a unit that the file does not use.
const FileUnit* file_unit(std::string_view name);

} // namespace roofrack
