// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/explain/communication.h"
#include "core/answers/explain/conditions.h"
#include "core/answers/explain/rates.h"
#include "core/base/units/common_units.h"
#include "core/step/engine/conditions.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

Term bytes_of_parameter(const Inputs& in) {
    if (const double given = in.plan().checkpoint_bytes_per_parameter; given > 0)
        return in.plan("checkpoint_bytes_per_parameter", given, "B");
    return in.constant("failures.checkpoint_bytes_per_parameter", "bytes of a parameter");
}

ExplanationPtr checkpoint_bytes_node(const Inputs& in) {
    const ModelSpec& model = in.impl().model;
    const ExplanationPtr parameters =
        in.model("parameter_count", "parameters of the model", parameter_count(model));
    return recorded("checkpoint_bytes", in.state().checkpoint_bytes, "B",
                    Term(parameters) * bytes_of_parameter(in));
}

/// s of a checkpoint to or from the storage drawn as `key`, or the servers' drives.
ExplanationPtr transfer_node(const Inputs& in, const std::string& name, double seconds,
                             const std::string& key, double storage) {
    const Fabric& fabric = in.impl().fabric;
    const ExplanationPtr servers = calculated(
        "servers", "",
        largest({1.0, Term(in.gpus()) / largest({1.0, in.drawn("", "gpus_per_server", "GPUs of a server",
                                                               fabric.gpus_per_server)})}));
    Term rate = Term(servers) * in.constant("failures.local_drive_rate", "drives of a server");
    if (in.impl().trays > 1) rate = rate * in.drawn("", "trays", "trays of a server", in.impl().trays);
    if (storage > 0) {
        const FabricLevel& level = fabric.levels[std::min<size_t>(1, fabric.levels.size() - 1)];
        rate = storage_term(in, key, storage);
        if (level.egress.si() * fabric.gpus_per_server > 0)
            rate = smallest(
                {rate, Term(servers) *
                           (Term(in.drawn(level.name, "egress", "egress", level.egress.si(), "B/s",
                                          level.binding_label)) *
                            in.drawn("", "gpus_per_server", "GPUs of a server", fabric.gpus_per_server))});
    }
    return recorded(name, seconds, "s",
                    Term(checkpoint_bytes_node(in)) / calculated("rate of checkpoints", "B/s", rate));
}

/// Failures and checkpoints of the run as nodes that its parts share.
class RunNodes {
public:
    explicit RunNodes(const Inputs& in)
        : m_in(in)
        , m_site(in.impl().scenario.site)
        , m_loss(in.state().loss)
        , m_write(transfer_node(in, "write", in.state().checkpoint_write, "storage_write",
                                in.impl().fabric.storage_write.si()))
        , m_load(transfer_node(in, "load", in.state().checkpoint_load, "storage_read",
                               in.impl().fabric.storage_read.si())) {
        const Plan& plan = in.plan();
        m_stall = plan.async_checkpoint
                      ? calculated("stall of an asynchronous checkpoint", "s", smallest({to_host(), m_write}))
                      : m_write;
        if (fails()) m_mttf = mttf();
        const Term restart = in.site("restart_time", m_site.restart_time.si(), "s");
        const Term detect = in.constant("failures.restart_share.detect", "share of detection");
        const Term schedule = in.constant("failures.restart_share.schedule", "share of rescheduling");
        m_detect = recorded("detect", m_loss.detect, "s", restart * detect);
        m_schedule = recorded("schedule", m_loss.schedule, "s", restart * schedule);
        m_start_up =
            recorded("start_up", m_loss.start_up, "s",
                     restart * (1.0 - detect - schedule) +
                         Term(in.site("start_up_per_1000_gpus", m_site.start_up_per_1000_gpus.si(), "s")) *
                             (Term(in.gpus()) / 1000.0));
        add_levels();
    }

    bool writes() const { return !m_levels.empty() && std::isfinite(m_loss.interval); }
    bool fails() const { return std::isfinite(m_loss.mttf); }

    /// s a second of productive time that checkpoints take.
    Term checkpoints() const {
        std::vector<Term> stalls;
        for (const Level& level : m_levels) stalls.push_back(Term(level.stall) / level.interval);
        return sum_of(std::move(stalls));
    }

    /// s a second of productive time that failures, repairs and planned stops take.
    Term failures() const {
        Term out = planned();
        if (!fails()) return out;
        std::vector<Term> factors;
        for (const Level& level : m_levels) factors.emplace_back(waste(level));
        const ExplanationPtr waste =
            recorded("waste", m_loss.waste, "", factors.size() == 1 ? factors[0] : factors[0] * factors[1],
                     "Daly 2006");
        out = std::move(out) + largest({0.0, Term(waste) - 1.0 - checkpoints()});
        if (m_site.spare_servers) out = std::move(out) + Term(waste) * (1.0 / Term(availability()) - 1.0);
        return out;
    }

private:
    /// Checkpoints of one kind, and what is recovered from them.
    struct Level {
        ExplanationPtr stall, interval, mttf, load;
        bool rewrites = false; ///< training since a write that was still on its way is lost as well
    };

    /// s until a GPU's share of the state is in its host's memory.
    Term to_host() const {
        StepConditions conditions;
        step_conditions(m_in.impl(), m_in.plan(), m_in.evaluation().gpus, m_in.batch_value(), {}, conditions);
        std::vector<Term> rates;
        for (const size_t kind : conditions.accelerator_groups) {
            const Inputs there = m_in.on(kind);
            rates.emplace_back(there.found(there.accelerator().id, "host_rate", "rate to the host's memory",
                                           there.machine().host_rate, "B/s"));
        }
        const Term rate = rates.size() > 1 ? smallest(rates) : rates.front();
        return m_in.constant("failures.checkpoint_quiesce", "until all stand still") +
               Term(calculated("copy to the host", "s",
                               Term(checkpoint_bytes_node(m_in)) / m_in.gpus() / rate));
    }
    Term nodes() const { return Term(m_in.gpus()) / 8.0 / 1000.0 / seconds_a_day; }
    ExplanationPtr published(const FailureRate& rate) const {
        const ExplanationPtr node = m_in.constant(rate.constant, fmt::format("failures, {}", rate.of));
        return rate.inherited ? noted(node, fmt::format("of {}: none is published of these GPUs", rate.of))
                              : node;
    }
    Term rate() const {
        if (const auto& own = m_site.failures_per_1000_node_days)
            return m_in.site("failures_per_1000_node_days", *own, "1/kd");
        StepConditions conditions;
        step_conditions(m_in.impl(), m_in.plan(), m_in.evaluation().gpus, m_in.batch_value(), {}, conditions);
        const auto& rates = m_in.impl().failure_rates;
        if (conditions.accelerator_groups.size() == 1)
            return published(rates[conditions.accelerator_groups.front()]);
        std::vector<Term> sum;
        for (const size_t kind : conditions.accelerator_groups) {
            double gpus = 0;
            for (const StepConditions::EqualSpeedGpus& speed_class : conditions.speed_classes)
                if (conditions.accelerator_groups[speed_class.kind] == kind) gpus += speed_class.gpus;
            const std::string& part = m_in.impl().accelerators[kind].id;
            sum.push_back(Term(m_in.drawn(part, "gpus", "GPUs of " + part, gpus)) * published(rates[kind]));
        }
        return calculated("failures, mean of the GPUs", "1/kd", sum_of(std::move(sum)) / m_in.gpus());
    }
    /// `rate` without the network: no network fails inside one server.
    Term network_less() const {
        const double gpus = m_in.impl().fabric.gpus_per_server;
        return m_in.evaluation().gpus > std::max(1.0, gpus)
                   ? Term(1.0)
                   : 1.0 - m_in.constant("failures.cause_share.network", "share of the network");
    }

    ExplanationPtr mttf() const {
        Term all = rate() * network_less();
        if (m_site.other_interruptions_per_1000_node_days > 0)
            all = std::move(all) + m_in.site("other_interruptions_per_1000_node_days",
                                             m_site.other_interruptions_per_1000_node_days, "1/kd");
        return recorded("mttf", m_loss.mttf, "s", 1.0 / (nodes() * all));
    }

    ExplanationPtr best_interval(const char* name, double value, const Level& level) const {
        std::vector<Term> least{m_in.constant("failures.checkpoint_least_interval", "least interval")};
        if (level.rewrites) least.emplace_back(m_write);
        least.push_back(Term::of(Operation::best_interval, {Term(level.stall), Term(level.mttf)}));
        return recorded(name, value, "s", largest(std::move(least)), "Daly 2006");
    }

    ExplanationPtr given_interval(const Plan& plan) const {
        const ExplanationPtr given = m_in.plan("checkpoint_interval", plan.checkpoint_interval.si(), "s");
        return plan.async_checkpoint
                   ? recorded("interval", m_loss.interval, "s", largest({Term(given), m_write}))
                   : renamed(given, "interval");
    }

    void add_levels() {
        const Plan& plan = m_in.plan();
        Level storage{m_stall, nullptr, m_mttf, m_load, plan.async_checkpoint};
        if (plan.memory_checkpoint && fails()) {
            const Term recovered = m_in.constant("failures.memory_recovers", "share that memory recovers");
            Level memory;
            memory.stall = calculated("copy of a checkpoint to memory", "s", smallest({to_host(), m_write}));
            memory.load = calculated("copy of a checkpoint from memory", "s", smallest({to_host(), m_load}));
            memory.mttf = calculated("mttf of what memory recovers", "s", Term(m_mttf) / recovered);
            memory.interval = best_interval("memory_interval", m_loss.memory_interval, memory);
            m_levels.push_back(memory);
            storage.mttf =
                calculated("mttf of what memory does not recover", "s", Term(m_mttf) / (1.0 - recovered));
        }
        if (plan.checkpoint_interval.si() > 0)
            storage.interval = given_interval(plan);
        else if (storage.mttf)
            storage.interval = best_interval("interval", m_loss.interval, storage);
        if (storage.interval) m_levels.push_back(storage);
    }

    /// M·e^{R/M}·(e^{(τ+δ)/M} − 1)/τ.
    ExplanationPtr waste(const Level& level) const {
        std::vector<Term> phases{m_detect, m_schedule, level.load, m_start_up};
        if (level.rewrites) phases.emplace_back(m_write);
        const Term m = level.mttf;
        const auto bounded = [](Term exponent) { return smallest({largest_exponent, std::move(exponent)}); };
        const Term restart =
            function(Operation::exponential, bounded(Term(calculated("restart", "s", sum_of(phases))) / m));
        const Term lost =
            function(Operation::exponential_minus_one, bounded((Term(level.interval) + level.stall) / m));
        return calculated("waste of these checkpoints", "", m * restart * lost / level.interval, "Daly 2006");
    }

    /// The share of an 8-GPU node's failures that a cause has which shared parts fail of.
    Term share_of(FailureCause cause) const {
        if (cause == FailureCause::network)
            return m_in.constant("failures.cause_share.network", "share of the network");
        Term others = 0.0;
        for (const char* other : {"gpu", "hbm", "network", "host", "software"})
            others = std::move(others) + m_in.constant(fmt::format("failures.cause_share.{}", other), other);
        return 1.0 - std::move(others);
    }
    Term uncapped(const SharedPart& part) const {
        const bool is_switch = part.cause == FailureCause::network;
        return Term(m_in.drawn("", is_switch ? "leaves" : "racks", is_switch ? "leaf switches" : "racks",
                               part.count)) *
               m_in.constant(is_switch ? "failures.switch_rate_per_1000_days"
                                       : "failures.rack_power_rate_per_1000_days",
                             is_switch ? "failures of a switch" : "failures of a rack's power") /
               1000.0 / seconds_a_day;
    }
    /// Share of the time that more units are away than the spares, `taken` of which are away already.
    Term waiting(const ExplanationPtr& spares, const ExplanationPtr& away, double taken) const {
        return Term::of(Operation::erlang_above, {Term(spares) - taken, Term(spares) + 1.0, away});
    }

    ExplanationPtr availability() const {
        StepConditions conditions;
        step_conditions(m_in.impl(), m_in.plan(), m_in.evaluation().gpus, m_in.batch_value(), {}, conditions);
        const std::vector<SharedPart>& shared = conditions.shared;
        Term single =
            nodes() * rate() *
            (Term(network_less()) - m_in.constant("failures.cause_share.software", "share of software"));
        const Term repair = m_in.constant("failures.switch_repair", "repair of a switch or a rack's power");
        std::vector<ExplanationPtr> rates;
        Term all = 0.0;
        for (const SharedPart& part : shared) {
            Term of_cause = 0.0;
            for (const SharedPart& other : shared)
                if (other.cause == part.cause) of_cause = std::move(of_cause) + uncapped(other);
            const bool none = part.cause == FailureCause::network && network_less().value() < 1;
            const Term most = none ? Term(0.0) : nodes() * rate() * share_of(part.cause);
            rates.push_back(calculated(part.cause == FailureCause::network ? "failures of leaf switches"
                                                                           : "failures of racks",
                                       "1/s", uncapped(part) * smallest({1.0, most / std::move(of_cause)})));
            single = std::move(single) - rates.back();
            all = std::move(all) + Term(rates.back()) * repair;
        }
        const ExplanationPtr away = calculated("units away", "",
                                               largest({0.0, std::move(single)}) *
                                                   m_in.site("repair_time", m_site.repair_time.si(), "s"));
        const Prepared::Impl& impl = m_in.impl();
        const double servers = spare_unit(impl.fabric) / std::max(1.0, impl.fabric.gpus_per_server);
        Term ready = m_in.site("spare_servers", *m_site.spare_servers, "");
        if (servers > 1)
            ready = std::move(ready) /
                    m_in.drawn("", "unit_servers", "servers that are replaced together", servers);
        const ExplanationPtr spares = calculated("spares", "", function(Operation::floor, std::move(ready)));
        Term waits = waiting(spares, away, 0);
        if (all.value() > 0) {
            const ExplanationPtr shared_away = calculated("shared parts away", "", all);
            waits = function(Operation::exponential, 0.0 - Term(shared_away)) * waits;
            for (size_t i = 0; i < shared.size(); ++i)
                waits = std::move(waits) + (1.0 - function(Operation::exponential, 0.0 - Term(shared_away))) *
                                               rates[i] * repair / shared_away *
                                               waiting(spares, away, shared[i].units);
        }
        return recorded("availability", m_loss.availability, "",
                        largest({least_availability, 1.0 - std::move(waits)}), "Erlang 1917");
    }

    Term planned() const {
        const ExplanationPtr stop =
            calculated("planned stop", "s", sum_of({m_write, m_schedule, m_load, m_start_up}));
        return nodes() *
               m_in.site("planned_stops_per_1000_node_days", m_site.planned_stops_per_1000_node_days,
                         "1/kd") *
               stop;
    }

    const Inputs& m_in;
    const Site& m_site;
    const FailureCost& m_loss;
    ExplanationPtr m_write, m_load, m_stall, m_mttf, m_detect, m_schedule, m_start_up;
    std::vector<Level> m_levels;
};

} // namespace

ExplanationPtr checkpoint_node(const Inputs& in) {
    const RunNodes run(in);
    if (!run.writes()) return absent_part(in, StepPart::checkpoint, "nothing fails and no interval is given");
    return in.recorded_part(StepPart::checkpoint, Term(productive_step_node(in)) * run.checkpoints(),
                            "Daly 2006");
}

ExplanationPtr failure_node(const Inputs& in) {
    const RunNodes run(in);
    if (!run.fails() && in.impl().scenario.site.planned_stops_per_1000_node_days == 0)
        return absent_part(in, StepPart::failure, "nothing fails");
    return in.recorded_part(StepPart::failure, Term(productive_step_node(in)) * run.failures(), "Daly 2006");
}

} // namespace roofrack
