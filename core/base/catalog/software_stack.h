// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string_view>

namespace roofrack {

/// The stack that a GPU generation is usually trained with: "megatron-core" on NVIDIA's, the vendor's own on
/// others ("rocm", "xla-tpu", "gaudi", "neuron", "mindspeed").
std::string_view default_software(std::string_view architecture);
/// False for a stack of one vendor on the accelerators of another.
bool runs_on(std::string_view stack, std::string_view architecture);

/// The usual stack of another vendor than NVIDIA's accelerators, where `stack` is none of that vendor's own:
/// what is known of it was found elsewhere. Empty on NVIDIA's, and for the vendor's own.
std::string_view stack_of_another_vendor(std::string_view stack, std::string_view architecture);

} // namespace roofrack
