// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/gemm_classes.h"

#include "core/base/figures/builder.h"
#include "core/measured/analysis/analysis_measures.h"
#include "core/measured/lanes/trace_lanes.h"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>

namespace roofrack {

namespace {

using Dims = std::vector<double>;

/// "[[64, 128], []]"; what is no list of numbers is an empty entry.
std::vector<Dims> dims_of(const std::string& text) {
    std::vector<Dims> out;
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_array()) return out;
    for (const auto& entry : json) {
        Dims& dims = out.emplace_back();
        if (!entry.is_array()) continue;
        for (const auto& size : entry) {
            if (!size.is_number()) {
                dims.clear();
                break;
            }
            dims.push_back(size.get<double>());
        }
    }
    return out;
}

std::string type_at(const std::string& text, size_t place) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    if (!json.is_array() || place >= json.size() || !json[place].is_string()) return {};
    return json[place].get<std::string>();
}

double bytes_of_type(const std::string& type) {
    if (type.find("8") != std::string::npos) return 1; // Float8_e4m3fn
    if (type.find("alf") != std::string::npos || type.find("16") != std::string::npos) return 2;
    return type.find("ouble") != std::string::npos ? 8 : 4;
}

/// [batch…, m, k] × [batch…, k, n].
std::optional<GemmWork> product(const Dims& a, const Dims& b, bool transposed, const std::string& type) {
    if (a.size() < 2 || b.size() < 2) return std::nullopt;
    double batch = 1;
    for (size_t i = 0; i + 2 < a.size(); ++i) batch *= a[i];
    const double m = a[a.size() - 2], k = a.back();
    const double inner = transposed ? b.back() : b[b.size() - 2], n = transposed ? b[b.size() - 2] : b.back();
    if (k != inner || batch * m * k * n <= 0) return std::nullopt;
    // A matrix without a batch of its own is read once for all of them.
    const double b_count = b.size() > 2 ? batch : 1;
    return GemmWork{2 * batch * m * k * n,
                    bytes_of_type(type) * (batch * m * k + b_count * k * n + batch * m * n), type};
}

/// Where the two matrices stand among the inputs.
struct GemmOp {
    std::string_view name;
    size_t first;
    bool transposed;
};
constexpr GemmOp gemm_ops[] = {
    {"aten::mm", 0, false},    {"aten::bmm", 0, false},     {"aten::matmul", 0, false},
    {"aten::addmm", 1, false}, {"aten::baddbmm", 1, false}, {"aten::_scaled_mm", 0, false},
    {"aten::linear", 0, true}, {"aten::addmm_", 1, false},
};

std::optional<double> peak_of(const Part& gpu, const std::string& type) {
    const double bytes = bytes_of_type(type);
    if (bytes == 1) return gpu.value("dense_fp8");
    if (bytes == 2) return gpu.value("dense_bf16");
    if (bytes == 8) return std::nullopt;
    const auto tf32 = gpu.value("dense_tf32"); // what PyTorch may use where it is allowed to
    return tf32 ? tf32 : gpu.value("dense_fp32");
}

struct GemmKey {
    std::string op, dims, type, gpu;
    auto operator<=>(const GemmKey&) const = default;
};
struct GemmSum {
    int64_t count = 0, total_ns = 0;
    GemmWork work;
};

void add_rank_gemms(const TraceRank& rank, std::map<GemmKey, GemmSum>& sums) {
    const TraceLanes& lanes = *rank.lanes;
    const std::vector<uint32_t> ops = launching_ops(lanes);
    std::vector<int64_t> ns_by_op(lanes.host->events.size(), 0);
    for (uint32_t row = 0; row < lanes.device.size(); ++row)
        if (ops[row] != LaneColumns::no_row && lanes.device.category[row] == LaneCategory::compute)
            ns_by_op[ops[row]] += lanes.device.duration_ns[row];
    std::map<std::pair<uint32_t, uint32_t>, GemmSum*> known; // by name and shape; null: no product
    for (uint32_t row = 0; row < ns_by_op.size(); ++row) {
        const uint32_t shape = lanes.host->shape[row];
        if (ns_by_op[row] == 0 || shape == HostLanes::no_shape) continue;
        const auto [at, added] = known.emplace(std::pair(lanes.host->events.name[row], shape), nullptr);
        if (added) {
            const OpShape& inputs = lanes.host->shapes[shape];
            if (const auto work = gemm_work(lanes.host_name_of(row), inputs.dims, inputs.types)) {
                at->second = &sums[{lanes.host_name_of(row), inputs.dims, work->type, rank.gpu}];
                at->second->work = *work;
            }
        }
        if (!at->second) continue;
        ++at->second->count;
        at->second->total_ns += ns_by_op[row];
    }
}

} // namespace

const Part* accelerator_of(const Catalog& catalog, std::string name) {
    if (name.starts_with("Tesla ")) name.erase(0, 6);
    while (!name.empty()) {
        if (const Part* part = catalog.part(PartKind::accelerator, name)) return part;
        const size_t space = name.find_last_of(' ');
        name.erase(space == std::string::npos ? 0 : space);
    }
    return nullptr;
}

std::optional<GemmWork> gemm_work(std::string_view op, const std::string& dims, const std::string& types) {
    const auto known = std::ranges::find(gemm_ops, op, &GemmOp::name);
    if (known == std::end(gemm_ops)) return std::nullopt;
    const std::vector<Dims> inputs = dims_of(dims);
    if (inputs.size() < known->first + 2) return std::nullopt;
    return product(inputs[known->first], inputs[known->first + 1], known->transposed,
                   type_at(types, known->first));
}

std::vector<GemmClass> gemm_classes(const std::vector<TraceRank>& ranks, const Catalog* catalog) {
    std::map<GemmKey, GemmSum> sums;
    for (const TraceRank& rank : ranks)
        if (rank.lanes) add_rank_gemms(rank, sums);
    std::map<std::string, const Part*> gpus;
    std::vector<GemmClass> out;
    for (const auto& [key, sum] : sums) {
        if (sum.count == 0 || sum.total_ns <= 0) continue;
        GemmClass each;
        each.op = key.op;
        each.dims = key.dims;
        each.type = key.type;
        each.count = sum.count;
        each.total_ns = sum.total_ns;
        each.flops = sum.work.flops;
        const double seconds = static_cast<double>(sum.total_ns) * 1e-9 / static_cast<double>(sum.count);
        each.flops_per_s = each.flops / seconds;
        if (catalog && !key.type.empty()) {
            const auto [gpu, added] = gpus.emplace(key.gpu, nullptr);
            if (added) gpu->second = accelerator_of(*catalog, key.gpu);
            const auto peak = gpu->second ? peak_of(*gpu->second, key.type) : std::nullopt;
            const auto rate = gpu->second ? gpu->second->value("hbm_rate") : std::nullopt;
            if (peak && rate)
                each.of_roofline = std::max(sum.work.flops / *peak, sum.work.bytes / *rate) / seconds;
        }
        out.push_back(std::move(each));
    }
    std::ranges::stable_sort(out, std::greater(), &GemmClass::total_ns);
    return out;
}

void describe(figures::Builder<GemmClass>& v) {
    using G = GemmClass;
    using namespace figures;
    v.text("op", &G::op, "operator", "of PyTorch", names_item);
    v.text("dims", &G::dims, "inputs", "their dimensions");
    v.text("type", &G::type, "type", "of the inputs", Absent{"the trace does not tell"});
    v.number("count", &G::count, count, "count", "over all ranks");
    v.number("total_ns", &G::total_ns, nanoseconds, "total", "of the kernels that it launched", less);
    v.number("flops", &G::flops, flops, "work", "of one multiplication");
    v.number("flops_per_s", &G::flops_per_s, flops_per_second, "rate", "achieved", more);
    v.number("of_roofline", &G::of_roofline, share, "of the roofline",
             "the time that the GPU's peaks allow over the measured one", more,
             Absent{"the catalogue does not know this GPU's peak for the type"});
}

} // namespace roofrack
