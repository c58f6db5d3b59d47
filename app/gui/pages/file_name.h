// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <string_view>

namespace roofrack {

/// A name of a project or scenario as the name of a file that every system takes, without its ending: what
/// Windows and its shares forbid (":", "?", "/" …) becomes "-". Empty where nothing is left.
QString as_file_name(std::string_view name);

} // namespace roofrack
