// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/term.h"
#include "core/step/cost/stage.h"
#include "core/step/engine/step_solver.h"

namespace roofrack {

/// The model's inputs as explained numbers, each with its origin, and the few quantities that most formulas
/// share. One scenario at one GPU count, on the accelerator that most of its GPUs are. Everything passed must
/// outlive it.
class Inputs {
public:
    Inputs(const Prepared& prepared, const Evaluation& evaluation, const StepState& state, double batch);

    const Prepared::Impl& impl() const { return m_impl; }
    const Evaluation& evaluation() const { return m_evaluation; }
    const StepState& state() const { return m_state; }
    const Plan& plan() const { return m_evaluation.plan; }
    const TransformerShape& shape() const { return *m_impl.model.transformer; }
    /// These inputs on the GPUs of another fabric group.
    Inputs on(size_t group) const;
    const Machine& machine() const { return m_impl.machines[m_group]; }
    const Part& accelerator() const { return m_impl.accelerators[m_group]; }
    const SoftwareParameters& software() const { return software_of(m_impl, plan()); }
    double batch_value() const { return m_batch; }
    StageCost stage() const; ///< stage of a transformer: one micro-batch on the slowest stage
    double part_value(StepPart part) const { return m_evaluation.parts[static_cast<size_t>(part)]; }

    // Leaves. `key`: as in the project file, the catalogue or the parameter files; also the name shown.
    ExplanationPtr plan(const std::string& key, double value, std::string unit = {}) const;
    ExplanationPtr workload(const std::string& key, double value, std::string unit = {}) const;
    ExplanationPtr site(const std::string& key, double value, std::string unit = {}) const;
    ExplanationPtr calibration(const std::string& key, double value) const;
    ExplanationPtr model(std::string key, std::string name, double value, std::string unit = {}) const;
    ExplanationPtr figure_of(const Part& part, std::string_view key) const;
    ExplanationPtr accelerator(std::string_view key) const { return figure_of(accelerator(), key); }
    ExplanationPtr constant(std::string_view key,
                            std::string name) const;       ///< constant of the catalogue's defaults
    ExplanationPtr generation(std::string_view key) const; ///< fitted by GPU generation
    ExplanationPtr software(std::string_view key) const;   ///< fitted by software family
    ExplanationPtr collective(double CollectiveConstants::*member) const; ///< fitted by link class …
    ExplanationPtr drawn(std::string where, std::string key, std::string name, double value,
                         std::string unit = {}, std::string source = {}) const;
    ExplanationPtr found(std::string where, std::string key, std::string name, double value,
                         std::string unit = {}, std::string source = {}) const; ///< Origin::Kind::state
    /// Another explained figure, or the node `below` it.
    ExplanationPtr other(std::string figure, double value, std::string unit, std::string below = {}) const;
    ExplanationPtr other(StepPart part) const;
    /// A part of the step as the evaluation found it.
    ExplanationPtr recorded_part(StepPart part, const Term& formula, std::string source = {}) const;

    // Shared quantities.
    ExplanationPtr batch() const { return m_batch_leaf; }
    ExplanationPtr gpus() const;
    ExplanationPtr sequence() const;
    ExplanationPtr micro_batches() const;
    ExplanationPtr tokens() const; ///< tokens of a micro-batch on one rank
    ExplanationPtr drawn_speed() const;
    ExplanationPtr network_factor() const; ///< calibration: × time of collectives
    ExplanationPtr hbm() const;            ///< B/s as reached
    ExplanationPtr element_bytes() const;  ///< bytes of an activation or weight as computed with
    Term replicas() const;                 ///< dp · cp
    Term shard() const;                    ///< ranks that share sharded state

private:
    const Prepared::Impl& m_impl;
    const Evaluation& m_evaluation;
    const StepState& m_state;
    double m_batch;
    size_t m_group;
    ExplanationPtr m_batch_leaf;
};

} // namespace roofrack
