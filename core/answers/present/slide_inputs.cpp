// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/present/slide_inputs.h"

#include "core/answers/decide/map_request.h"
#include "core/answers/decide/turned_inputs.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/nearest.h"
#include "core/base/units/word_list.h"
#include "core/drawing/project/address/input_title.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

std::string reason_of(const Diagnostic& fault) {
    return fault.fix.empty() ? fault.what : fault.what + ": " + fault.fix;
}

SlideSlider slider_of(const SlideInput& input, const Scenario& scenario, const Catalog& catalog) {
    SlideSlider out{.address = input.input, .name = input.input};
    const auto field = InputField::find(scenario, input.input, catalog);
    if (!field) {
        out.missing = reason_of(field.error());
        return out;
    }
    out.name = short_title_of_input(*field, scenario);
    out.help = title_of_input(*field, scenario);
    out.is_number = field->is_number();
    auto values = turning_values(scenario, input.input, catalog, input.values);
    if (!values) {
        out.missing = reason_of(values.error());
        return out;
    }
    if (values->size() < 2) {
        out.missing = "no other value is named";
        return out;
    }
    out.values = std::move(*values);
    for (const double each : out.values) out.texts.push_back(field->text(each));
    const auto now = std::ranges::find(out.values, field->value(scenario).value_or(out.values.front()));
    if (now != out.values.end()) out.base = static_cast<size_t>(now - out.values.begin());
    return out;
}

std::string_view without_spaces(std::string_view text) {
    constexpr const char* spaces = " \t\r\n";
    const size_t first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos) return {};
    return text.substr(first, text.find_last_not_of(spaces) - first + 1);
}

/// Every input that such a line names, once.
std::vector<SlideInput> all_inputs_in(std::string_view text) {
    std::vector<SlideInput> out;
    while (!text.empty()) {
        const size_t end = std::min(text.find(';'), text.size());
        const std::string_view one = without_spaces(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        if (one.empty()) continue;
        const size_t equals = std::min(one.find('='), one.size());
        SlideInput input;
        input.input = without_spaces(one.substr(0, equals));
        if (equals < one.size()) input.values = without_spaces(one.substr(equals + 1));
        if (std::ranges::find(out, input.input, &SlideInput::input) == out.end())
            out.push_back(std::move(input));
    }
    return out;
}

/// The address of the input that is called so in words.
Result<std::string> address_in_words(std::string_view words, const Scenario& scenario,
                                     const Catalog& catalog) {
    const std::string asked = lower(words);
    const InputTitles titles(scenario);
    struct Called {
        std::string address, title;
    };
    std::vector<Called> ranks[4]; // by how well the words fit, the best first
    std::vector<std::string> known;
    InputField::visit_all(scenario, catalog, [&](const InputField& field) {
        if (!field.value(scenario)) return;
        const std::string whole = titles.title(field);
        const std::string help = field.help().empty() ? std::string() : fmt::format(" ({})", field.help());
        const std::string title = whole.substr(0, whole.size() - help.size());
        const std::string low = lower(title), whole_low = lower(whole);
        known.push_back(title);
        const size_t rank = low == asked                              ? 0
                            : whole_low == asked                      ? 1
                            : low.find(asked) != low.npos             ? 2
                            : whole_low.find(asked) != whole_low.npos ? 3
                                                                      : std::size(ranks);
        if (rank < std::size(ranks)) ranks[rank].push_back({field.address(), title});
    });
    for (const std::vector<Called>& called : ranks) {
        if (called.size() == 1) return called.front().address;
        if (called.empty()) continue;
        constexpr size_t most_named = 4;
        std::vector<std::string> some;
        for (size_t i = 0; i < called.size() && i < most_named; ++i) some.push_back(called[i].title);
        if (called.size() > most_named) some.push_back(fmt::format("{} more", called.size() - most_named));
        return fail(std::string(words), "several inputs are called so: " + word_list(some),
                    "write all of its title, or its address");
    }
    const std::string near = nearest(asked, known);
    return fail(std::string(words), "no input is called so",
                near.empty() ? "write its title, as electricity price, or its address, as "
                               "/site/electricity_price"
                             : fmt::format("did you mean '{}'?", near));
}

} // namespace

std::string SlideSlider::text() const {
    if (!missing.empty()) return fmt::format("{} cannot be turned: {}", name, missing);
    if (is_number)
        return fmt::format("{} {}, turned from {} to {}", name, texts[base], texts.front(), texts.back());
    return fmt::format("{} {}, turned through {}", name, texts[base], fmt::join(texts, ", "));
}

std::vector<SlideSlider> sliders_of(const Slide& slide, const Scenario* scenario, const Catalog& catalog,
                                    const Scenario* names_from) {
    std::vector<SlideSlider> out;
    for (const SlideInput& input : slide.inputs) {
        if (scenario) {
            out.push_back(slider_of(input, *scenario, catalog));
            continue;
        }
        SlideSlider none{
            .address = input.input, .name = input.input, .missing = "the slide shows no scenario of its own"};
        if (names_from)
            if (const auto field = InputField::find(*names_from, input.input, catalog); field)
                none.name = short_title_of_input(*field, *names_from);
        out.push_back(std::move(none));
    }
    return out;
}

std::string what_if_line(const std::vector<SlideSlider>& sliders) {
    std::string out;
    for (size_t i = 0; i < sliders.size(); ++i) {
        const SlideSlider& first = sliders[i];
        std::string text = first.text();
        if (!first.missing.empty()) { // said once of all that cannot be turned for the same reason
            const auto is_same = [&](const SlideSlider& each) { return each.missing == first.missing; };
            const auto here = sliders.begin() + static_cast<std::ptrdiff_t>(i);
            if (std::find_if(sliders.begin(), here, is_same) != here) continue;
            std::vector<std::string> names;
            for (const SlideSlider& each : sliders)
                if (is_same(each)) names.push_back(each.name);
            text = fmt::format("{} cannot be turned: {}", word_list(names), first.missing);
        }
        out += (out.empty() ? "What if: " : "; ") + text;
    }
    return out;
}

Result<SlideInput> slide_input(const Scenario& scenario, const std::string& address, const Catalog& catalog) {
    if (const auto values = turning_values(scenario, address, catalog); !values)
        return tl::unexpected(values.error());
    const auto field = InputField::find(scenario, address, catalog);
    if (!field) return tl::unexpected(field.error());
    return SlideInput{address, offered_to_turn(*field, scenario), {}};
}

std::string text_of(const std::vector<SlideInput>& inputs) {
    std::string out;
    for (const SlideInput& each : inputs) {
        out += (out.empty() ? "" : "; ") + each.input;
        if (!each.values.empty()) out += "=" + each.values;
    }
    return out;
}

std::vector<SlideInput> slide_inputs_in(std::string_view text, const std::vector<SlideInput>& before) {
    std::vector<SlideInput> out = all_inputs_in(text);
    if (out.size() > most_slide_inputs) out.resize(most_slide_inputs);
    for (SlideInput& each : out)
        if (const auto known = std::ranges::find(before, each.input, &SlideInput::input);
            known != before.end())
            each.unknown = known->unknown;
    return out;
}

Result<std::vector<SlideInput>> read_slide_inputs(std::string_view text,
                                                  const std::vector<SlideInput>& before,
                                                  const Scenario& scenario, const Catalog& catalog) {
    std::vector<SlideInput> out;
    for (SlideInput& each : slide_inputs_in(text, before)) {
        if (std::ranges::find(before, each) == before.end()) {
            auto address = each.input.starts_with('/') ? Result<std::string>(each.input)
                                                       : address_in_words(each.input, scenario, catalog);
            if (!address) return tl::unexpected(address.error());
            each.input = std::move(*address);
            if (const auto values = turning_values(scenario, each.input, catalog, each.values); !values)
                return tl::unexpected(values.error());
        }
        if (std::ranges::find(out, each.input, &SlideInput::input) == out.end())
            out.push_back(std::move(each));
    }
    return out;
}

bool has_too_many_inputs(std::string_view text) { return all_inputs_in(text).size() > most_slide_inputs; }

} // namespace roofrack
