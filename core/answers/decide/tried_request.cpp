// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/decide/tried_request.h"

#include "core/answers/decide/tried_family.h"
#include "core/base/model/decide/comparison_choice.h"
#include "core/base/units/trimmed.h"

#include <algorithm>

namespace roofrack {

std::vector<std::string> TriedRequest::asked_figures() const {
    return figures.empty() ? first_tried_figures() : figures;
}

TriedRequest TriedRequest::of(const ComparisonChoice& kept) {
    const std::string_view text = kept.tried;
    const size_t equals = std::min(text.find('='), text.size());
    TriedRequest out;
    out.input = trimmed(text.substr(0, equals));
    out.values = equals < text.size() ? trimmed(text.substr(equals + 1)) : std::string_view();
    out.figures = kept.tried_figures;
    return out;
}

void TriedRequest::keep_in(ComparisonChoice& kept) const {
    kept.tried = input.empty() || values.empty() ? input : input + '=' + values;
    kept.tried_figures = figures;
}

} // namespace roofrack
