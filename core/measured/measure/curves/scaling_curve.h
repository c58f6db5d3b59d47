// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/measured_curve.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

/// Reads a CSV with a header: GPU counts, and rates or step times with the batch where it is not the same on
/// all rows, by the names that people give them (ScalingColumns); `gpus_per_node`, `curve_id` and a
/// validation metric (val_loss, perplexity, accuracy, validation_metric …) where they are there; a metric of
/// nan is a run that diverged. `node_gpus`: GPUs of a server where the file counts servers and does not say.
/// An error names the line; so do notes on what was measured twice or is out of order. Fails where no curve
/// has two GPU counts, and on one of more than `most_measured_counts`.
Result<std::vector<MeasuredCurve>> read_scaling_curves(const std::filesystem::path& path,
                                                       double node_gpus = 0);
Result<std::vector<MeasuredCurve>> parse_scaling_curves(std::string_view csv, std::string_view where,
                                                        double node_gpus = 0);

/// The file is meant for read_scaling_curves(): the first line of its text has a column of GPU counts and one
/// of what was measured, or it is named .csv and has the one or nothing but numbers there, so that its fault
/// is said.
bool holds_measured_rates(const std::filesystem::path& path);
bool holds_measured_rates(std::string_view head, bool named_csv);

/// Adds what was read to what is there: a curve without a name is called as its file, one of the same name
/// gives way; curves of one count are left out. Returns the names of those left out, also of those beyond
/// `most_measured_curves`.
std::vector<std::string> attach_curves(std::vector<MeasuredCurve>& to, std::vector<MeasuredCurve> curves);

} // namespace roofrack
