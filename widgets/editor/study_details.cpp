// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/editor/study_details.h"

#include "core/study/border_moves.h"
#include "core/study/facility/facility_study.h"
#include "core/study/facility/swing_remedies.h"
#include "core/study/limits/gradient_exchange.h"
#include "core/study/limits/gradient_reduction.h"
#include "core/study/limits/memory_wall.h"
#include "core/study/losses/slow_groups.h"
#include "core/study/money/money_study.h"
#include "core/study/network_balance.h"
#include "core/study/room/room_study.h"
#include "core/weather/year.h"
#include "widgets/editor/evaluation_bundle.h"
#include "widgets/editor/measured_fits.h"

#include <mutex>

namespace roofrack {

namespace {

/// Simulates again only what adds up in another way.
class ReductionMemory {
public:
    std::shared_ptr<const ReductionStudy> study(const Prepared& prepared, const Evaluation& evaluation) {
        GradientReduction drawn = gradient_reduction(prepared, evaluation);
        const std::lock_guard lock(m_mutex);
        if (!m_last || m_last->drawn != drawn) {
            const DrawnErrors errors = drawn_errors(drawn);
            m_last = std::make_shared<const ReductionStudy>(
                ReductionStudy{&reduction_curves(), std::move(drawn), errors});
        }
        return m_last;
    }

private:
    std::mutex m_mutex;
    std::shared_ptr<const ReductionStudy> m_last;
};

void add_weather(const Prepared& prepared, const std::filesystem::path& folder, const Catalog& catalog,
                 const std::stop_token& stop, StudyDetails& out) {
    const std::string& own = prepared.scenario().site.climate;
    const auto add = [&](const Climate& climate) {
        if (stop.stop_requested()) return;
        if (auto year = year_of(prepared, catalog, climate))
            out.weather.push_back(std::make_shared<const Year>(std::move(*year)));
    };
    if (!own.empty()) {
        const auto climate = find_climate(own, folder);
        if (!climate) { // another climate's figures would pass for the site's
            out.weather_fault = climate.error().text();
            return;
        }
        add(*climate);
    }
    for (const BuiltInClimate& each : built_in_climates())
        if (each.name != own) add(*built_in_climate(each.name));
}

void add_room(const Prepared& prepared, const Catalog& catalog, const std::stop_token& stop,
              StudyDetails& out) {
    if (auto room = room_study(prepared, catalog, PriceList::built_in(), stop))
        out.room = std::make_shared<const RoomStudy>(std::move(*room));
    else
        out.room_fault = room.error().text();
}

} // namespace

Detailer engine_detailer(const Catalog& catalog) {
    return [&catalog, reductions = std::make_shared<ReductionMemory>(), wall = memory_wall(catalog),
            fits = std::make_shared<MeasuredFits>(catalog)](const EvaluationBundle& bundle,
                                                            const std::stop_token& stop) {
        StudyDetails out;
        const Prepared* prepared = bundle.prepared ? &*bundle.prepared : nullptr;
        if (prepared) {
            out.regime = {bundle.evaluation.regime, bundle.evaluation.regime_of_best_plans};
            if (bundle.evaluation.feasible && !out.regime.regime) {
                out.regime = regime_as_drawn(*bundle.as_given, bundle.given.metric,
                                             bundle.best_plan ? RegimeOf::best : RegimeOf::given_or_best);
                out.regime.of_best_plans &= !bundle.best_plan; // nothing had to stand in
            }
            out.given = bundle.given;
            if (!stop.stop_requested())
                find_moves(*bundle.as_given, {.metric = bundle.given.metric}, out.given, stop);
            if (bundle.evaluation.has_power() && !stop.stop_requested())
                out.facility = std::make_shared<const FacilityStudy>(
                    facility_study(*prepared, bundle.evaluation, FacilityDepth::failures));
            if (bundle.evaluation.feasible && bundle.scenario && !stop.stop_requested())
                out.caps = std::make_shared<const PowerCaps>(power_caps(*prepared, stop));
            if (out.facility && out.caps && !stop.stop_requested())
                out.swing = std::make_shared<const SwingStudy>(
                    swing_study(*prepared, bundle.evaluation, *out.facility, *out.caps));
            out.exchange =
                std::make_shared<const GradientExchange>(gradient_exchange(*prepared, bundle.evaluation));
            if (!stop.stop_requested())
                out.balance = std::make_shared<const NetworkBalance>(
                    network_balance(*prepared, {.replan = bundle.best_plan}, stop));
            if (!stop.stop_requested())
                out.money = std::make_shared<const MoneyStudy>(
                    money_study(*prepared, bundle.evaluation, catalog, stop));
            if (wall && !stop.stop_requested())
                out.years = bottleneck_years(*prepared, bundle.evaluation, wall->projected, stop);
            if (bundle.evaluation.feasible && !stop.stop_requested())
                if (auto slow = slow_groups(*prepared, bundle.evaluation, catalog, {}, stop))
                    out.slow = std::make_shared<const SlowGroups>(std::move(*slow));
            if (!stop.stop_requested()) add_room(*prepared, catalog, stop, out);
            if (bundle.evaluation.feasible) add_weather(*prepared, bundle.folder, catalog, stop, out);
            // Last: once a program it takes a third of a second, which nothing stops.
            if (!stop.stop_requested()) out.reduction = reductions->study(*prepared, bundle.evaluation);
            if (wall)
                out.wall = std::make_shared<const WallStudy>(
                    WallStudy{*wall, wall_standing(*prepared, bundle.evaluation, wall->projected)});
        }
        if (bundle.scenario && !stop.stop_requested())
            out.measured = fits->study(bundle.scenario->measured_curves,
                                       bundle.as_given ? &*bundle.as_given : nullptr, bundle.given.metric);
        return out;
    };
}

} // namespace roofrack
