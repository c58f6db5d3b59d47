// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/step_words.h"

#include "core/answers/present/plain_words.h"
#include "core/step/engine/figures/gpu_rates.h"
#include "widgets/charts/chart_text.h"
#include "widgets/charts/step_breakdown_chart.h"
#include "widgets/theme/text_width.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

QString StepWords::name(StepPart part) const { return qt(is_plain ? plain_words(part) : label_of(part)); }

QString StepWords::utilisation(const Evaluation& evaluation) const {
    if (!(evaluation.mfu > 0)) return {};
    if (is_plain) return qt(peak_used_text(evaluation.mfu, evaluation.plan));
    const std::string_view basis = mfu_basis(evaluation.plan);
    return StepBreakdownChart::tr("MFU %1").arg(percent_text(evaluation.mfu)) +
           (basis.empty() ? QString() : u' ' + qt(basis));
}

QString StepWords::binding(const Evaluation& evaluation) const {
    if (evaluation.binds.empty()) return {};
    return is_plain ? StepBreakdownChart::tr("held back by %1").arg(qt(plain_binding(evaluation)))
                    : StepBreakdownChart::tr("binds: %1").arg(qt(evaluation.binds));
}

int StepWords::wider_names(const std::vector<StepPart>& parts, const QString& family) const {
    if (!is_plain) return 0;
    double plain = 0, usual = 0;
    for (const StepPart part : parts) {
        plain = std::max(plain, text_width(name(part), Theme::Role::secondary, family));
        usual = std::max(usual, text_width(qt(label_of(part)), Theme::Role::secondary, family));
    }
    return static_cast<int>(std::ceil(std::max(0.0, plain - usual)));
}

} // namespace roofrack
