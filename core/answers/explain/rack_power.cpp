// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/rack_power.h"

#include "core/answers/explain/conditions.h"
#include "core/answers/explain/facility.h"
#include "core/answers/explain/rates.h"
#include "core/facility/facility_inputs.h"

#include <algorithm>
#include <fmt/format.h>
#include <optional>

namespace roofrack {

namespace {

ExplanationPtr compute_utilisation(const Inputs& in) {
    return in.constant("power.compute_utilisation", "utilisation of the compute phase");
}

/// Mean utilisation over the step of GPUs that compute for `computation` seconds at full clock.
ExplanationPtr utilisation_of(const Inputs& in, const Term& computation, double compute_share) {
    const ExplanationPtr productive = productive_step_node(in);
    Term kernels = computation + in.other(StepPart::optimizer) + in.other(StepPart::throttle);
    if (in.state().cost.inference > 0) kernels = std::move(kernels) + in.other(StepPart::inference);
    const Term collectives = Term(in.other(StepPart::tensor_comm)) + in.other(StepPart::context_comm) +
                             in.other(StepPart::expert_comm) + in.other(StepPart::pipeline_comm) +
                             in.other(StepPart::data_comm);
    const ExplanationPtr compute =
        recorded("duty_compute", compute_share, "", smallest({1.0, kernels / productive}));
    const ExplanationPtr communication = recorded("duty_communication", in.state().duty.communication, "",
                                                  smallest({1.0 - Term(compute), collectives / productive}));
    return calculated("mean_utilisation", "",
                      Term(compute) * compute_utilisation(in) +
                          Term(communication) * in.constant("power.communication_utilisation",
                                                            "utilisation while communicating"));
}

/// One server of a rack at its clock (ServerModel::at).
class Server {
public:
    Server(const Inputs& in, const RackState& rack, const ServerModel& model, size_t number)
        : m_in(in)
        , m_rack(rack)
        , m_model(model)
        , m_number(number) {}

    Term each() const { return figure("per_rack", "servers in the rack", m_model.per_rack); }

    Term air_share() const { return figure("air_share", "share of the heat to air", m_model.air_share); }

    /// At the plug, mean over the step or in the compute phase.
    ExplanationPtr power(bool peak = false) const {
        const ServerPower& parts = m_model.server;
        const Term idle = figure("cpu_idle", "CPUs, idle", parts.cpu_idle, "W");
        const Term cpu = idle + m_in.constant("power.cpu_utilisation", "load of the CPUs") *
                                    (figure("cpu_max", "CPUs, busy", parts.cpu_max, "W") - idle);
        const ExplanationPtr steady = recorded(
            "server without GPUs and fans", parts.steady(true), "W",
            cpu + figure("memory", "memory", parts.memory, "W") + figure("nics", "NICs", parts.nics, "W") +
                figure("nv_switches", "NVSwitches", parts.nv_switches, "W") +
                figure("other", "the rest", parts.other, "W"));
        const auto with_gpus = [&](const Term& each) {
            if (m_model.gpus <= 0) return Term(steady);
            return Term(steady) + figure("gpus", "GPUs of the server", m_model.gpus) * each;
        };
        // The fans follow the mean, not the phases.
        const Term mean = m_model.gpus > 0 ? Term(gpu(mean_utilisation())) : Term(0.0);
        const ExplanationPtr load = calculated("server without fans", "W", with_gpus(mean));
        Term flow = 1.0;
        if (parts.max_power > 0)
            flow = clamped(Term(load) / figure("max_power", "max_power", parts.max_power, "W"),
                           m_in.constant("power.least_flow", "least air flow"), 1.0);
        const ExplanationPtr share = calculated("air flow share", "", flow);
        const ExplanationPtr fans = calculated(
            "fans", "W", figure("fan_max", "fans at full flow", parts.fan_max, "W") * share * share * share);
        const bool busier = peak && m_model.gpus > 0;
        const Term drawn = busier ? with_gpus(gpu(compute_utilisation(m_in))) : Term(load);
        const ExplanationPtr dc = calculated("server before its supplies", "W", drawn + fans);
        return calculated(peak ? "power of a server in the compute phase" : "power of a server", "W",
                          Term(dc) + supply_loss(dc));
    }

private:
    Term figure(const char* key, const char* name, double value, const char* unit = "") const {
        return m_in.drawn(m_rack.id, fmt::format("server {}/{}", m_number, key), name, value, unit);
    }

    /// Mean over the step: GPUs of another pace than the reference compute for another share of it.
    ExplanationPtr mean_utilisation() const {
        const DutyCycle& duty = m_in.state().duty;
        const double compute = duty.compute_of(m_model.pace);
        if (compute == duty.compute)
            return m_in.other("mean_utilisation", mean_utilisation_node(m_in)->value, "");
        return utilisation_of(m_in, computation_term(m_in, static_cast<size_t>(m_model.group)), compute);
    }

    ExplanationPtr gpu(const ExplanationPtr& utilisation) const {
        const GpuPowerLaw& law = m_model.law;
        const ExplanationPtr speed = m_in.found(m_rack.id, "clock", "clock", m_rack.speed);
        Term shape = 1.0;
        if (m_rack.speed < 1)
            shape =
                Term(speed) * to_power(largest({speed, m_in.constant("power.knee", "knee of the power law")}),
                                       m_in.constant("power.exponent", "exponent of the power law"));
        const ExplanationPtr dynamic = calculated(
            "dynamic power of a GPU", "W", figure("dynamic", "at full clock", law.dynamic, "W") * shape,
            "two-regime power law fitted to Zeus traces");
        const Term junction =
            m_in.found(m_rack.id, "chip", "junction temperature", m_rack.chip->degrees(), "°C");
        const ExplanationPtr idle =
            calculated("idle power of a hot GPU", "W",
                       figure("idle", "idle power of a GPU", law.idle, "W") *
                           function(Operation::exponential,
                                    Term(m_in.constant("power.leakage", "leakage")) *
                                        (junction - figure("idle_temperature", "junction when idle",
                                                           m_model.idle_temperature, "°C"))));
        return calculated("power of a GPU", "W", Term(idle) + Term(dynamic) * utilisation);
    }

    /// Interpolates the loss over the load share, 80 PLUS Titanium.
    Term supply_loss(const ExplanationPtr& load) const {
        const double rating = m_model.server.supplies.rating;
        if (rating <= 0) return 0.0;
        const Term rated = figure("rating", "rating of the supplies", rating, "W");
        const ExplanationPtr x = calculated("load share of the supplies", "", Term(load) / rated);
        const Defaults::Power& constants = m_in.impl().defaults->power;
        size_t above = 1;
        while (above + 1 < constants.psu_load.size() && x->value > constants.psu_load[above]) ++above;
        struct Point {
            Term share, loss;
        };
        const auto point = [&](size_t i) {
            const Term share =
                m_in.constant(fmt::format("power.psu_load.{}", i), fmt::format("load share {}", i));
            const Term efficiency =
                m_in.constant(fmt::format("power.psu_efficiency.{}", i), fmt::format("efficiency {}", i));
            return Point{share, share * (1.0 / efficiency - 1.0)};
        };
        const Point low = point(above - 1), high = point(above);
        return rated * (low.loss + (high.loss - low.loss) * (Term(x) - low.share) / (high.share - low.share));
    }

    const Inputs& m_in;
    const RackState& m_rack;
    const ServerModel& m_model;
    size_t m_number;
};

/// The rack's model where its clock and junction are those of its one kind of GPU server, all of them at
/// work.
const RackModel* simple_model(const Inputs& in, const RackState& rack) {
    if (in.evaluation().gpus < in.impl().fabric.gpus) return nullptr;
    for (const RackModel& model : in.impl().facility->inputs().racks)
        if (model.id == rack.id) {
            const auto with_gpus = std::ranges::count_if(
                model.servers, [](const ServerModel& server) { return server.gpus > 0; });
            return with_gpus <= 1 ? &model : nullptr;
        }
    return nullptr;
}

/// What a rack's servers and its switches and storage add up to; null where it is not simple.
std::optional<Term> over_servers(const Inputs& in, const RackState& rack, bool peak) {
    const RackModel* model = simple_model(in, rack);
    if (!model) return std::nullopt;
    std::vector<Term> terms;
    if (model->fixed > 0)
        terms.emplace_back(in.drawn(rack.id, "fixed", "switches and storage in it", model->fixed, "W"));
    for (size_t i = 0; i < model->servers.size(); ++i) {
        const Server server(in, rack, model->servers[i], i);
        terms.push_back(server.each() * server.power(peak));
    }
    return sum_of(std::move(terms));
}

ExplanationPtr node(const Inputs& in, const RackState& rack, const char* key, std::string name, Watts value,
                    const std::optional<Term>& formula) {
    if (!formula) return in.found(rack.id, key, std::move(name), value.si(), "W");
    return recorded(std::move(name), value.si(), "W", *formula);
}

} // namespace

ExplanationPtr mean_utilisation_node(const Inputs& in) {
    return utilisation_of(in, Term(in.other(StepPart::compute)) + in.other(StepPart::memory),
                          in.state().duty.compute);
}

ExplanationPtr rack_power_node(const Inputs& in, const RackState& rack) {
    return node(in, rack, "power", "power of " + rack.id, rack.power, over_servers(in, rack, false));
}

ExplanationPtr rack_peak_node(const Inputs& in, const RackState& rack) {
    return node(in, rack, "peak", "peak power of " + rack.id, rack.peak, over_servers(in, rack, true));
}

ExplanationPtr rack_heat_node(const Inputs& in, const RackState& rack, bool air) {
    const std::string name = (air ? "heat to air of " : "heat to liquid of ") + rack.id;
    const char* key = air ? "heat_to_air" : "heat_to_liquid";
    const Watts value = air ? rack.heat_to_air : rack.heat_to_liquid;
    const RackModel* model = simple_model(in, rack);
    if (!model || model->servers.size() != 1) return in.found(rack.id, key, name, value.si(), "W");
    // Switches and storage give all of theirs to the air.
    const Term fixed = in.drawn(rack.id, "fixed", "switches and storage in it", model->fixed, "W");
    const Term of_server = Term(in.other("it_power", rack.power.si(), "W", "power of " + rack.id)) - fixed;
    const Term share = Server(in, rack, model->servers.front(), 0).air_share();
    return recorded(name, value.si(), "W", air ? fixed + of_server * share : of_server * (1.0 - share));
}

} // namespace roofrack
