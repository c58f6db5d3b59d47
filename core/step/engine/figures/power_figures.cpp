// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/power_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

void describe(figures::Builder<RackState>& f) {
    using namespace figures;
    using R = RackState;
    f.text("id", &R::id, "id", "of the drawn element", names_item);
    f.text("name", &R::name, "name", "as drawn", Absent{"none is given", ""});
    f.number("count", &R::count, count, "racks", "that are alike", always);
    f.number("power_w", &R::power, watts, "mean power", "of one, over the step, at the feed", less);
    f.number("peak_w", &R::peak, watts, "peak power", "of one, in the compute phase", less);
    f.number("limit_w", &R::limit, watts, "feeds deliver", "to one, all of them",
             Absent{"its feeds are not known"});
    f.number("heat_to_air_w", &R::heat_to_air, watts, "heat to air", "of one", less);
    f.number("heat_to_liquid_w", &R::heat_to_liquid, watts, "heat to liquid", "of one", less);
    f.number("cooling_limit_w", &R::cooling_limit, watts, "cooling limit",
             "power of one at which its air or its liquid cooling is used up",
             Absent{"its cooling is not known"});
    f.number("inlet_c", &R::inlet, celsius, "inlet", "air at the servers' inlet", less,
             Absent{"its cooling is not known"});
    f.number("coolant_c", &R::coolant, celsius, "coolant", "liquid supplied to the cold plates", less,
             Absent{"nothing in it is cooled by liquid"});
    f.number("chip_c", &R::chip, celsius, "chip", "hottest GPU junction", less,
             Absent{"its cooling is not known"});
    f.number("chip_limit_c", &R::chip_limit, celsius, "chip, most", "at which the GPU throttles",
             Absent{"the GPU's limit is not known"});
    f.number("inlet_limit_c", &R::inlet_limit, celsius, "inlet, most",
             "what its servers allow at the site's altitude", Absent{"the servers' limit is not known"});
    f.number("speed", &R::speed, share, "clock", "of the unthrottled one", more);
    f.choice("clip", &R::throttle_cause, "held by", "what holds its clock down", Defined{"clip"});
    f.flag("trips", &R::trips, "trips", "it cannot run: air far too warm, or liquid heat without a loop");
}

void describe(figures::Builder<PowerState>& f) {
    using namespace figures;
    using P = PowerState;
    // Nothing else than a step that runs draws power.
    const When known = f.gate([](const P& p) { return !(p.it == Watts(0)); }, "there is no step to draw it");
    f.number("it_w", &P::it, watts, "IT power", "mean over the step", less, known, Explain{"it_power"});
    f.number("facility_w", &P::facility, watts, "facility power", "at the meter, mean over the step", less,
             known, Explain{"power"});
    f.number("run_it_w", &P::run_it, watts, "IT power over the run",
             "with the time in which the job stands still", less, known, Explain{"run_it_power"});
    f.number("run_facility_w", &P::run_facility, watts, "facility power over the run",
             "with the time in which the job stands still", less, known, Explain{"run_power"});
    f.number("pue", &P::pue, ratio, "PUE", "facility power ÷ IT power", less, known, Explain{"pue"});
    f.number("wue", &P::wue, litres_per_kwh, "WUE", "water used on site ÷ IT energy", less, known);
    f.number("network_w", &P::network, watts, "network power", "part of IT power, in racks or not", less,
             known);
    f.number("storage_w", &P::storage, watts, "storage power", "part of IT power, in racks or not", less,
             known);
    f.number("elsewhere_w", &P::unracked_power, watts, "power outside racks",
             "part of IT power: switches and storage that stand in no rack", less, known);
    f.number("swing_w", &P::swing, watts, "swing", "from communication to compute phase, whole cluster", less,
             known);
    f.list("racks", &P::racks, "racks", "as drawn, those that are alike as one");
}

} // namespace roofrack
