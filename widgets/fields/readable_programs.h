// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/readable_formats.h"

#include <QString>

#include <initializer_list>

namespace roofrack {

/// The programs whose traces and logs tell one of these, as part of a sentence: "nvidia-smi or
/// dcgm-exporter".
QString readable_programs(std::initializer_list<FormatTells> tells);

} // namespace roofrack
