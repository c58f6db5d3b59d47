// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/charts/decide/tornado_view.h"

namespace roofrack {

TornadoView tornado_view_of(const Answers& answers, const ComparisonChoice& choice,
                            const std::stop_token& stop) {
    TornadoView out;
    out.choice = choice;
    out.best_plan = answers.snapshot().best_plan;
    const auto probe = FigureProbe::make(answers, asked_tornado(choice));
    if (!probe) {
        out.absent = probe.error().text();
        return out;
    }
    auto found = input_tornado(*probe, {}, stop);
    if (found)
        out.figures = std::make_shared<const std::vector<FigureTornado>>(std::move(*found));
    else
        out.absent = found.error().text();
    return out;
}

std::vector<std::string> asked_tornado(const ComparisonChoice& choice) {
    return choice.tornado.empty() ? first_tornado_figures() : choice.tornado;
}

} // namespace roofrack
