// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/design_view.h"

#include "core/answers/design/design_space.h"

namespace roofrack {

DesignView asked_view(const ComparisonChoice& choice, const Catalog& catalog) {
    DesignView out;
    out.choice = choice;
    for (const std::string& axis : choice.vary) out.vary.push_back(with_server_names(axis, catalog));
    return out;
}

DesignAsked asked_of(const ComparisonChoice& choice, std::optional<std::chrono::sys_days> order) {
    return {choice.goal, choice.limits, choice.vary, order};
}

DesignView design_view_of(const Answers& base, const ComparisonChoice& choice,
                          std::optional<std::chrono::sys_days> order) {
    DesignView out = asked_view(choice, base.catalog());
    if (choice.goal.empty()) return out;
    auto study = asked_designs(base, asked_of(choice, order));
    if (study) {
        auto rows = search_designs(base, study->space, study->question);
        if (rows) {
            judge_found(*study, base, std::move(*rows));
            out.study = std::make_shared<const DesignStudy>(std::move(*study));
        } else
            out.absent = rows.error().text();
    } else
        out.absent = study.error().text();
    return out;
}

} // namespace roofrack
