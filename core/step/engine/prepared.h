// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/model/project.h"
#include "core/step/engine/evaluation.h"

#include <memory>

namespace roofrack {

/// A scenario with everything resolved that does not depend on the plan or the GPU count: fabric, model,
/// accelerator, facility. Immutable; may be used from several threads.
class Prepared {
public:
    /// Fails (Diagnostic with a JSON pointer) when the scenario cannot be understood: no GPU, unknown part or
    /// model, cyclic containment. What is sold is set aside: scenario() has it in Cluster::sold.
    static Result<Prepared> make(const Scenario& scenario, const Catalog& catalog);
    /// make() of a snapshot, which is kept instead of a copy.
    static Result<Prepared> make(std::shared_ptr<const Scenario> scenario, const Catalog& catalog);

    /// make() of a changed scenario: what is of its cluster, workload or site alone is taken over where that
    /// compares equal, and nothing is done again for another plan. `catalog` as this was made with; not of
    /// one that was scaled, held or the like.
    Result<Prepared> with(std::shared_ptr<const Scenario> changed, const Catalog& catalog) const;
    Result<Prepared> with(Scenario changed, const Catalog& catalog) const;

    const Scenario& scenario() const;
    const Fabric& fabric() const;

    /// A copy of what was prepared, with more, or less, room under one kind of limit.
    Prepared scaled(ThrottleCause limit, ResourceScale scale) const;

    /// As scaled() with a limit, for those who solve steps and ask for nothing else: no power or heat of
    /// single racks is in it, so that little is copied.
    Prepared scaled_for_steps(ThrottleCause limit, ResourceScale scale) const;

    /// A copy with power and heat as in `facility`, which is of this drawing, for instance in other weather.
    Prepared with_facility(Facility facility) const;

    /// A copy where racks may draw no more than what a failure leaves them.
    Prepared with_rack_limits(std::span<const HeldRack> racks) const;

    /// A copy with the GPUs of each fabric group held to so many W, whatever was drawn: scenario() still has
    /// the caps as drawn.
    Prepared with_gpu_caps(std::span<const double> watts) const;

    /// A copy where filler work holds GPUs at this utilisation, at least, while steps run.
    Prepared with_filler_work(double utilisation) const;

    /// A copy with one resource scaled as in Gain, whatever is then asked of it.
    Prepared scaled(const Resource& resource, ResourceScale scale) const;

    /// A copy with one of the step's own resources scaled by any factor above 0, as in Gain; resources of the
    /// fabric, power and heat are not among them.
    Prepared scaled_by(ResourceKind kind, double factor) const;

    /// A copy where what is drawn costs as much as in `capital`, which is of this drawing.
    Prepared priced(std::shared_ptr<const Capital> capital) const;

    /// A copy with another global batch, in sequences (samples of a profile).
    Prepared with_batch(double sequences) const;

    /// A copy with so many times the bandwidth out of one level of the fabric.
    Prepared with_level_bandwidth(int level, double factor) const;

    /// A copy where the fabric has these levels, as many as before: what one of several jobs sees of it.
    Prepared with_levels(std::vector<FabricLevel> levels) const;

    struct Impl;
    const Impl& impl() const { return *m_impl; }

private:
    Prepared in(Facility facility, bool may_violate_hard_limit) const;

    std::shared_ptr<const Impl> m_impl;
};

/// Prepared::fabric() of a scenario, by itself: for those who change links and ask no more of it.
Result<Fabric> fabric_of(const Scenario& scenario, const Catalog& catalog);

} // namespace roofrack
