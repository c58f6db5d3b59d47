// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace roofrack {

struct Evaluation;

/// Whether a figure, by its full name, counts weeks from the order, so that its value is a date.
bool is_weeks_from_order(std::string_view figure);
/// Why a figure, by its full name, is no wait at all: "nothing is added", of the weeks until what is added
/// runs where nothing is. No wait is shorter, and none is won by it. Empty: it is one, or another figure.
/// `evaluation` null: nothing is known.
std::string no_wait_text(std::string_view figure, double weeks, const Evaluation* evaluation);
/// What such a figure is called, with its date: "55 weeks" → "55 weeks, 2027-12-03".
std::string with_date(std::string text, double weeks, std::chrono::sys_days order);

} // namespace roofrack
