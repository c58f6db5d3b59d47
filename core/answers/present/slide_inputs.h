// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <string>
#include <string_view>
#include <vector>

namespace roofrack {

class Catalog;

/// An input that is turned on a slide while it is shown, as the scenario of the slide has it.
struct SlideSlider {
    std::string address{};
    std::string name{}; ///< short_title_of_input()
    std::string help{}; ///< title_of_input()
    bool is_number = true;
    std::vector<double> values{};     ///< turning_values()
    std::vector<std::string> texts{}; ///< each of them as people read it
    size_t base = 0;                  ///< which of them the scenario has
    std::string missing{};            ///< why it cannot be turned; empty: it can

    /// "electricity price 0.08 $/kWh, turned from 0.04 $/kWh to 0.16 $/kWh", or why it is not.
    std::string text() const;
};

/// The slide's inputs in their order. An input that the scenario has not, or that can have no other value,
/// says so. `scenario`: null where the slide shows none; inputs are then called as those of `names_from` are,
/// or by their addresses.
std::vector<SlideSlider> sliders_of(const Slide& slide, const Scenario* scenario, const Catalog& catalog,
                                    const Scenario* names_from = nullptr);

/// The line at the foot of a slide that is printed; empty: it has no inputs. A reason for which several
/// cannot be turned stands there once.
std::string what_if_line(const std::vector<SlideSlider>& sliders);

/// The input as a slide keeps it, with the values that are offered for it. Fails as turning_values() does.
Result<SlideInput> slide_input(const Scenario& scenario, const std::string& address, const Catalog& catalog);

/// "/site/electricity_price=0.04..0.16:24; /plan/tp": the inputs of a slide in one line.
std::string text_of(const std::vector<SlideInput>& inputs);
/// Reads such a line, at most most_slide_inputs of it. What is kept of `before` under the same address stays.
std::vector<SlideInput> slide_inputs_in(std::string_view text, const std::vector<SlideInput>& before);
/// Reads such a line for a slide of the scenario. An input stands there by its address, or in words: its
/// title, "electricity price", or what no other input's title says, in any case. Fails on an input that there
/// is not, on words that several are called by, and as turning_values() does. What stood on the slide before
/// stays as it was.
Result<std::vector<SlideInput>> read_slide_inputs(std::string_view text,
                                                  const std::vector<SlideInput>& before,
                                                  const Scenario& scenario, const Catalog& catalog);
/// Whether such a line names more inputs than a slide has room for.
bool has_too_many_inputs(std::string_view text);

} // namespace roofrack
