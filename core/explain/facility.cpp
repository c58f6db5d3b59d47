// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/explain/facility.h"

#include "core/explain/rack_power.h"
#include "core/facility/electrical.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>

namespace roofrack {

namespace {

constexpr const char* power_source =
    "power, air, liquid and plant model; sources at each figure of the catalogue";

ExplanationPtr it_figure(const Inputs& in) {
    return in.other("it_power", in.evaluation().power.it.si(), "W");
}

/// What the site draws beside the IT load (overhead() in core/facility/plant.cpp).
class Overheads {
public:
    explicit Overheads(const Inputs& in)
        : m_in(in)
        , m_inputs(in.impl().facility->inputs())
        , m_plant(m_inputs.plant)
        , m_it(it_figure(in))
        , m_air(heat(true))
        , m_liquid(heat(false)) {
        const Term design =
            largest({drawn("design_it", "IT load at full clock", m_inputs.design_it, "W"), m_it});
        m_design = calculated("design IT load", "W", design);
        m_rating = calculated("rating of the plant", "W", Term(m_design) * 1.25);
        m_load = calculated("load share of the plant", "", Term(m_it) / m_rating);
    }

    ExplanationPtr total() const {
        const ExplanationPtr fans =
            calculated("air and coolant transport", "W",
                       Term(m_air) * drawn("air_transport", "fans per watt of heat", m_inputs.air_transport) +
                           Term(m_liquid) * drawn("liquid_transport", "pumps per watt of heat",
                                                  m_inputs.liquid_transport));
        const ExplanationPtr chiller =
            calculated("chiller", "W",
                       Term(m_air) * chiller_per_heat("air", m_inputs.air_water) +
                           Term(m_liquid) * chiller_per_heat("liquid", m_inputs.liquid_water));
        const Term heat = Term(m_air) + m_liquid;
        const ExplanationPtr pumps = calculated("facility pumps", "W", 0.01 * heat);
        const ExplanationPtr flow =
            calculated("flow share", "", smallest({1.0, (heat + chiller) / m_rating}));
        const double rejection = m_plant.evaporates() ? 0.015 : 0.025;
        const ExplanationPtr rejected = calculated(
            "heat rejection", "W", rejection * Term(m_rating) * (0.1 + 0.9 * Term(flow) * flow * flow));
        const ExplanationPtr ups = calculated("UPS", "W", loss(ups_loss, m_it, m_rating));
        const ExplanationPtr other = calculated("lighting and controls", "W", 0.005 * Term(m_design));
        const ExplanationPtr before = calculated(
            "load of the transformers", "W", Term(m_it) + fans + pumps + chiller + rejected + ups + other);
        const ExplanationPtr transformer =
            calculated("transformers", "W",
                       loss(transformer_loss, before,
                            calculated("rating of the transformers", "W", Term(m_rating) * 1.2)));
        return calculated("overhead", "W", sum_of({fans, pumps, chiller, rejected, ups, transformer, other}),
                          power_source);
    }

private:
    Term drawn(const char* key, const char* name, double value, const char* unit = "") const {
        return m_in.drawn("facility", key, name, value, unit);
    }

    ExplanationPtr heat(bool air) const {
        std::vector<Term> terms;
        for (const RackState& rack : m_in.evaluation().power.racks) {
            const double each = air ? rack.heat_to_air.si() : rack.heat_to_liquid.si();
            if (each > 0)
                terms.push_back(Term(m_in.drawn(rack.id, "count", "racks of " + rack.id, rack.count)) *
                                rack_heat_node(m_in, rack, air));
        }
        if (air && m_inputs.elsewhere > 0)
            terms.emplace_back(drawn("elsewhere", "elsewhere", m_inputs.elsewhere, "W"));
        return calculated(air ? "heat to air" : "heat to liquid", "W", sum_of(std::move(terms)));
    }

    static Term loss(const ConversionLoss& of, const ExplanationPtr& load, const ExplanationPtr& rating) {
        const Term x = Term(load) / rating;
        return Term(rating) * (of.constant + of.linear * x + of.square * x * x);
    }

    bool on_tower() const { return m_plant.evaporates(); }

    /// Electric power of the chiller per watt of heat (Plant::chiller_power_per_heat).
    ExplanationPtr chiller_per_heat(const std::string& stream, Celsius target) const {
        const Site& site = m_in.impl().scenario.site;
        const Term wet = m_in.site("wet_bulb", site.wet_bulb.degrees(), "°C"),
                   dry = m_in.site("dry_bulb", site.dry_bulb.degrees(), "°C");
        const std::string name = "chiller per watt, " + stream;
        const Term wanted =
            m_in.drawn("facility", stream + "_water", "water wanted, " + stream, target.degrees(), "°C");
        if (!m_plant.has_chiller()) return noted(calculated(name, "", 0.0), "no chiller");
        Term share = 1.0;
        if (m_plant.economises()) {
            const Term free =
                on_tower() ? wet + 4.0 : dry + (m_plant.kind == PlantKind::adiabatic_dry_cooler ? 6.0 : 10.0);
            share = clamped((free - wanted) / 10.0, 0.0, 1.0);
        }
        const ExplanationPtr taken = recorded("share of the heat", m_plant.chiller_share(target), "", share);
        if (taken->value <= 0)
            return noted(calculated(name, "", Term(taken) * 0.0), "the economiser takes it all");
        const Term evaporator = wanted - 2.0 + 273.15;
        const Term condenser = (on_tower() ? wet + 4.0 + 5.0 : dry + 15.0) + 273.15;
        const ExplanationPtr cop =
            calculated("COP", "", 0.5 * evaporator / largest({8.0, condenser - evaporator}),
                       "Carnot share 0.5 (from memory)");
        const ExplanationPtr x = calculated("part load", "", clamped(m_load, 0.1, 1.0));
        const Term part = 0.03303 + 0.6852 * Term(x) + 0.2818 * Term(x) * x;
        return calculated(name, "", Term(taken) / cop * part / x, "EnergyPlus test coefficients");
    }

    const Inputs& m_in;
    const FacilityInputs& m_inputs;
    const Plant& m_plant;
    ExplanationPtr m_it, m_air, m_liquid, m_design, m_rating, m_load;
};

ExplanationPtr pue_of(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    const Site& site = in.impl().scenario.site;
    if (site.pue) return recorded("pue", power.pue, "", largest({1.0, in.site("pue", *site.pue)}));
    if (power.it <= Watts(0)) return recorded("pue", power.pue, "", 1.0);
    return recorded("pue", power.pue, "", 1.0 + Term(Overheads(in).total()) / it_figure(in), power_source);
}

} // namespace

ExplanationPtr it_power_node(const Inputs& in) {
    const PowerState& power = in.evaluation().power;
    std::vector<Term> terms;
    for (const RackState& rack : power.racks)
        terms.push_back(Term(in.drawn(rack.id, "count", "racks of " + rack.id, rack.count)) *
                        rack_power_node(in, rack));
    if (power.elsewhere > Watts(0))
        terms.emplace_back(in.drawn("facility", "elsewhere", "elsewhere", power.elsewhere.si(), "W"));
    return recorded("it_power", power.it.si(), "W", sum_of(std::move(terms)));
}

ExplanationPtr pue_node(const Inputs& in) { return pue_of(in); }

ExplanationPtr power_node(const Inputs& in) {
    return recorded("power", in.evaluation().power.facility.si(), "W",
                    Term(renamed(it_power_node(in), "it")) * pue_of(in), power_source);
}

} // namespace roofrack
