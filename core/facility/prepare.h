// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/drawing/network/fabric.h"
#include "core/facility/drawing.h"
#include "core/facility/facility_inputs.h"

#include <memory>

namespace roofrack {

class Catalog;

struct Preparation;

/// The drawing and its site as power and heat read them, up to what weather reaches. Keeps the cluster and
/// the catalogue by reference.
class FacilityDraft {
public:
    /// Fails, with a JSON pointer, where a part or the plant is not known. `gpu_power`: × what GPUs draw
    /// above their idle power (Calibration::power()).
    static Result<FacilityDraft> make(const Cluster& cluster, const Site& site, const Fabric& fabric,
                                      const Catalog& catalog, double gpu_power = 1);

    /// With the cooling and the supply in this weather. Fails where the supply is a loop.
    Result<FacilityInputs> in_weather(Celsius dry_bulb, Celsius wet_bulb) const;

    FacilityDraft(FacilityDraft&&) noexcept;
    ~FacilityDraft();

private:
    FacilityDraft();
    std::unique_ptr<Drawing> m_drawing;
    std::unique_ptr<FacilityInputs> m_inputs;
    std::unique_ptr<Preparation> m_preparation; ///< preparation of m_inputs
};

} // namespace roofrack
