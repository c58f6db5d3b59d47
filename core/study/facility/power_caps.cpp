// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/facility/power_caps.h"

#include "core/base/figures/builder.h"
#include <algorithm>

#include "core/drawing/element_index.h"
#include "core/facility/facility_inputs.h"
#include "core/step/engine/prepared_impl.h"
#include "core/study/facility/power_wave.h"
#include "core/study/money/run_cost.h"

namespace roofrack {

namespace {

constexpr double lowest = 0.5, finest = 0.025; ///< shares of the TDP

/// TDP of each group's GPUs, W.
std::vector<double> tdps_of(const Prepared& prepared) {
    const FacilityInputs& inputs = prepared.impl().facility->inputs();
    std::vector<double> out(prepared.fabric().groups.size(), 0.0);
    for (const RackModel& rack : inputs.racks)
        for (const ServerModel& server : rack.servers)
            if (server.group >= 0)
                out[static_cast<size_t>(server.group)] =
                    server.law.dynamic + idle_at(server.law, Celsius(server.idle_temperature),
                                                 inputs.defaults->power.rated_junction);
    return out;
}

PowerCap cap_of(const Prepared& prepared, const Evaluation& evaluation, double share) {
    const RunCost cost = run_cost(prepared, evaluation);
    PowerCap out;
    out.share = share;
    out.step = evaluation.step_time;
    out.rate = cost.useful_rate;
    out.facility = evaluation.power.run_facility;
    out.it = evaluation.power.it;
    out.range = power_wave(evaluation, prepared.impl().defaults->power).range();
    out.energy_per_million = Joules(out.facility.si() / out.rate * 1e6);
    out.dollars_per_million = cost.has_price() ? cost.dollars_per_million : 0;
    return out;
}

} // namespace

const PowerCap* PowerCaps::best() const {
    if (caps.empty()) return nullptr;
    if (caps.front().dollars_per_million <= 0) return least_energy();
    return &*std::ranges::min_element(caps, {}, &PowerCap::dollars_per_million);
}

const PowerCap* PowerCaps::least_energy() const {
    if (caps.empty()) return nullptr;
    return &*std::ranges::min_element(caps, {}, &PowerCap::energy_per_million);
}

PowerCaps power_caps(const Prepared& drawn, const std::stop_token& stop) {
    PowerCaps out;
    out.counts_samples = !drawn.impl().model.transformer;
    const std::vector<double> tdps = tdps_of(drawn);
    const ElementIndex elements(drawn.scenario().cluster);
    for (size_t g = 0; g < tdps.size(); ++g)
        if (const Element* server = elements.find(drawn.fabric().groups[g].element);
            server && server->gpu_power_cap && tdps[g] > 0)
            out.drawn_share = std::min(out.drawn_share, server->gpu_power_cap->si() / tdps[g]);
    EvaluateOptions options;
    options.findings = false;
    std::vector<double> watts(tdps.size());
    for (double share = 1; share > lowest - finest / 2 && !stop.stop_requested(); share -= finest) {
        std::ranges::transform(tdps, watts.begin(), [share](double tdp) { return share * tdp; });
        const Prepared capped = drawn.with_gpu_caps(watts);
        const Evaluation evaluation = evaluate(capped, options);
        if (!evaluation.feasible) break;
        out.caps.push_back(cap_of(capped, evaluation, share));
    }
    return out;
}

void describe(figures::Builder<PowerCap>& f) {
    using namespace figures;
    using C = PowerCap;
    const When priced = f.gate([](const C& c) { return c.dollars_per_million > 0; }, "nothing has a price");
    f.number("share", &C::share, share, "cap", "share of the TDP", always);
    f.number("step_s", &C::step, seconds, "wall step", "with its checkpoints and failures", less);
    f.number("rate", &C::rate, per_second, "useful rate", "tokens (samples)", more);
    f.number("facility_w", &C::facility, watts, "mean power", "at the meter, over the wall clock", less);
    f.number("range_w", &C::range, watts, "range", "that the grid sees in every step", less);
    f.number("energy_per_million_j", &C::energy_per_million, joules, "energy per million",
             "useful tokens (samples)", less);
    f.number("dollars_per_million", &C::dollars_per_million, usd_per_million, "$ per million",
             "useful tokens (samples)", less, priced);
}

void describe(figures::Builder<PowerCaps>& f) {
    using namespace figures;
    using C = PowerCaps;
    f.list("caps", &C::caps, "caps", "from the TDP down to half of it");
    f.number("drawn_share", &C::drawn_share, share, "as drawn", "lowest cap of the servers, share of the TDP",
             always);
    f.number(
        "best_share",
        [](const C& c) {
            const PowerCap* const best = c.best();
            return best ? std::optional(best->share) : std::nullopt;
        },
        share, "best", "cap of the least $ per million; of the least energy where nothing has a price",
        Absent{"no cap runs"});
}

} // namespace roofrack
