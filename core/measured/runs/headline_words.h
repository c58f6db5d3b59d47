// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace roofrack {

/// "15.6 ms"
std::string headline_time(double seconds);
/// " (mean of 8)"; empty where it is of one.
std::string headline_mean(size_t count);
/// " (mean of 8; median 14.7 ms)": as headline_mean(), with the median, s, where it reads otherwise.
std::string headline_mean(size_t count, double mean, double median);
/// "52 %"; below ten per cent with a digit more.
std::string headline_share(double share);
/// "idle 52 %, compute 41 % and wait for copies 7.1 %": the longest first; what is less than a hundredth of
/// the whole is left out.
std::string headline_shares(std::vector<std::pair<std::string_view, double>> parts, double whole);

} // namespace roofrack
