// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/model/plan.h"

#include <array>
#include <utility>

namespace roofrack {

namespace {

template<class E, size_t N>
using Names = std::array<std::pair<E, std::string_view>, N>;

constexpr Names<Precision, 6> precision_names{{
    {Precision::fp32, "fp32"},
    {Precision::tf32, "tf32"},
    {Precision::fp16, "fp16"},
    {Precision::bf16, "bf16"},
    {Precision::fp8, "fp8"},
    {Precision::nvfp4, "nvfp4"},
}};
constexpr Names<Recompute, 3> recompute_names{{
    {Recompute::none, "none"},
    {Recompute::selective, "selective"},
    {Recompute::full, "full"},
}};
constexpr Names<Schedule, 4> schedule_names{{
    {Schedule::one_f_one_b, "1f1b"},
    {Schedule::interleaved, "interleaved"},
    {Schedule::zb_1p, "zb-1p"},
    {Schedule::zb_2p, "zb-2p"},
}};
constexpr Names<Routing, 3> routing_names{{
    {Routing::ecmp, "ecmp"},
    {Routing::qp_hash, "qp-hash"},
    {Routing::adaptive, "adaptive"},
}};
constexpr Names<ExpertDispatch, 3> dispatch_names{{
    {ExpertDispatch::stack, "stack"},
    {ExpertDispatch::all_to_all, "all-to-all"},
    {ExpertDispatch::once, "once"},
}};

constexpr Names<LaunchGraphs, 4> graphs_names{{
    {LaunchGraphs::stack, "stack"},
    {LaunchGraphs::none, "none"},
    {LaunchGraphs::attention, "attention"},
    {LaunchGraphs::layers, "layers"},
}};

template<class E, size_t N>
std::string_view name_in(const Names<E, N>& names, E value) {
    for (const auto& [each, name] : names)
        if (each == value) return name;
    return {};
}

template<class E, size_t N>
std::optional<E> option_in(const Names<E, N>& names, std::string_view name) {
    for (const auto& [value, each] : names)
        if (each == name) return value;
    return std::nullopt;
}

} // namespace

std::string_view name_of(Precision value) { return name_in(precision_names, value); }
std::string_view name_of(Recompute value) { return name_in(recompute_names, value); }
std::string_view name_of(Schedule value) { return name_in(schedule_names, value); }
std::string_view name_of(Routing value) { return name_in(routing_names, value); }
std::string_view name_of(ExpertDispatch value) { return name_in(dispatch_names, value); }
std::string_view name_of(LaunchGraphs value) { return name_in(graphs_names, value); }
std::optional<Precision> precision(std::string_view name) { return option_in(precision_names, name); }
std::optional<Recompute> recompute(std::string_view name) { return option_in(recompute_names, name); }
std::optional<Schedule> schedule(std::string_view name) { return option_in(schedule_names, name); }
std::optional<Routing> routing(std::string_view name) { return option_in(routing_names, name); }
std::optional<ExpertDispatch> expert_dispatch(std::string_view name) {
    return option_in(dispatch_names, name);
}
std::optional<LaunchGraphs> launch_graphs(std::string_view name) { return option_in(graphs_names, name); }

} // namespace roofrack
