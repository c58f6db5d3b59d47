// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/network/failure_domains.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/facility/economics/capital.h"
#include "core/step/collectives/measured_collectives.h"
#include "core/step/cost/failures.h"
#include "core/step/cost/machine.h"
#include "core/step/cost/step.h"
#include "core/step/engine/per_group.h"
#include "core/step/engine/prepared.h"

#include <memory>
#include <optional>
#include <vector>

namespace roofrack {

/// The drawn groups put into pools: in a pool are the groups whose GPUs compute equally fast. The working
/// GPUs of a pool are one speed class of a step (StepConditions::speed_classes).
struct AlikeGpuGroups {
    std::vector<size_t> first;    ///< group of each pool
    std::vector<size_t> of_group; ///< pool of each group
};

/// The resolved parts of a scenario, ready for many steps.
struct ResolvedScenario {
    /// It keeps the cluster that it reads, which equals the scenario's.
    std::shared_ptr<const ResolvedDrawing> drawing;
    ModelSpec model;
    Fabric fabric;
    PerGroup<Machine> machines;
    PerGroup<Part> accelerators;
    std::vector<FailureDomain> failure_domains; ///< where spares are counted
    PerGroup<FailureRate> failure_rates;        ///< failure rates of the generation, whatever the site says
    std::vector<size_t> first_alike;    ///< first alike of each group: the first one with equal accelerators
    std::vector<double> group_gpus;     ///< GpuGroup::gpus of each
    std::vector<size_t> groups_of_slow; ///< groups whose servers have slow GPUs among the others
    std::optional<Facility> facility;
    std::shared_ptr<const BillOfMaterials> bill; ///< what the drawing needs; null: not read yet
    std::shared_ptr<const Capital> capital;      ///< what the drawing costs to buy
    const CostParameters* parameters = nullptr;
    const Defaults* defaults = nullptr; ///< defaults of the catalogue
    MeasuredCollectives measured;       ///< sweeps of the calibration
    double measured_samples = 1;        ///< samples that a measured profile computes in its time
    double trays = 1;         ///< trays of a server of the largest group, each with drives of its own
    ByteRate storage_links{}; ///< what the drawn links of the storage carry; 0: none tells
    FixedSpeeds fixed_speeds;
    bool may_violate_hard_limit = false;  ///< core/facility/budget/hard_limit_violations.h
    AlikeGpuGroups pools;                 ///< one accelerator, drawn speed and slot
    AlikeGpuGroups pools_at_fixed_clocks; ///< one accelerator, drawn speed and clock
    ResourceKnobs scaled;                 ///< on top of which every step's own are
};

/// The data behind Prepared. Copies share the scenario: a large drawing takes longer to copy than to solve.
struct Prepared::Impl : ResolvedScenario {
    explicit Impl(std::shared_ptr<const Scenario> of, ResolvedScenario resolved = {})
        : ResolvedScenario(std::move(resolved))
        , drawn(std::move(of))
        , scenario(*drawn) {}

    std::shared_ptr<const Scenario> drawn;
    const Scenario& scenario;
};

/// Sequence length in tokens (1 for generic profiles) and batch in sequences or samples of the scenario.
double sequence_of(const Prepared::Impl& impl);
double batch_of(const Prepared::Impl& impl);
/// Coefficients of variation of the GPUs' speed: as measured, else the site's.
double persistent_cv(const Scenario& scenario);
double iid_cv(const Scenario& scenario);
/// What is scaled already, and `knobs` on top.
ResourceKnobs knobs_of(const Prepared::Impl& impl, ResourceKnobs knobs);
/// Scales one of the step's own resources; those of the fabric and the limits of power and heat are scaled
/// where they are prepared.
void scale_resource(ResourceKnobs& knobs, ResourceKind kind, double factor);
const SoftwareParameters& software_of(const Prepared::Impl& impl, const Plan& plan);

} // namespace roofrack
