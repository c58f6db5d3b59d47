// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/step/cost/bands/uncertainty.h"
#include "core/step/engine/prepared_impl.h"

namespace roofrack {

/// The kind of model, as BandBasis::kind has it: "dense", "moe", "dense-lora", "generic".
std::string_view kind_of_model(const Prepared::Impl& impl);

/// What the step time of a plan leans on, for its band; on the accelerator group that widens it most. Views
/// into `impl` and `plan`.
BandBasis band_basis(const Prepared::Impl& impl, const Plan& plan, double batch);

} // namespace roofrack
