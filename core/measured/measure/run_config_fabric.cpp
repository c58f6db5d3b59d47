// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/measure/run_config_fabric.h"

#include "core/base/units/ascii_text.h"
#include "core/base/units/saturated.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>

namespace roofrack {

namespace {

/// As server parts name it.
std::string network_kind(std::string_view cell) {
    const std::string text = lower(cell);
    if (has(text, "omni-path")) return "omni-path";
    if (has(text, "efa")) return "efa";
    if (has(text, "slingshot")) return "slingshot";
    if (has(text, "roce") || has(text, "ethernet")) return "roce";
    return "infiniband";
}

/// Tori that the network joins: "4 slices joined by data-centre network".
int slices_of(std::string_view cell) {
    int out = 1;
    if (cell.find(" slices") == std::string_view::npos) return out;
    std::from_chars(cell.data(), cell.data() + cell.size(), out);
    return std::max(1, out);
}

/// Scale-out bandwidth that a server of the generation ships with, Gb/s a GPU: DGX-1, DGX A100, DGX H100,
/// GB200 NVL72, DGX B300; three of 24 ports of Gaudi 2 (100GbE) and Gaudi 3 (200GbE); four of an EX235a's
/// four NICs; a TPU host's share of the data-centre network (jax-ml/scaling-book: 6.25 GB/s a v5p chip).
double usual_network(std::string_view architecture) {
    if (architecture == "volta") return 50;
    if (architecture == "ampere" || architecture == "cdna2") return 200;
    if (architecture == "gaudi2") return 300;
    if (architecture == "gaudi3") return 600;
    if (architecture.starts_with("tpu")) return 50;
    if (architecture == "blackwell-ultra") return 800;
    return 400;
}

} // namespace

Result<void> read_row_fabric(const RunRow& row, const Part& accelerator, const Catalog& catalog,
                             RunConfig& run) {
    const std::string_view intra = row.text("intra_link");
    const bool torus = accelerator.text_or("scale_up", "") == "ici";
    double per_node = row.number("gpus_per_node");
    if (per_node <= 0) {
        per_node = torus ? 4 : 8;
        run.assumed.push_back(fmt::format("gpus_per_node = {}", per_node));
    }
    ClusterOutline outline;
    outline.accelerator = accelerator.id;
    outline.gpus = run.gpus;
    outline.gpus_per_server = saturated<int>(per_node);
    outline.network_kind = network_kind(row.text("inter_net"));
    run.domain = per_node;
    if (has(intra, "NVL72")) run.domain = outline.domain = 72;
    if (torus) {
        // Slices of TPU v5e and v6e are planes, those of v4, v5p and 7x cubes (Jouppi 2023, arXiv
        // 2304.01433).
        const std::string_view architecture = accelerator.text_or("architecture", "");
        outline.axes = architecture == "tpu-v5e" || architecture == "tpu-v6e" ? 2 : 3;
        outline.slices = slices_of(row.text("inter_net"));
        outline.network_kind = "ethernet";
        run.domain = run.gpus / outline.slices;
    }
    double gbps = row.number("inter_gbps_per_gpu");
    if (gbps <= 0) {
        gbps = usual_network(accelerator.text_or("architecture", ""));
        if (run.gpus > run.domain) run.assumed.push_back(fmt::format("inter_gbps_per_gpu = {}", gbps));
    }
    outline.network = ByteRate(gbps * 1e9 / 8);
    auto drawn = DrawnRun::make(outline, catalog);
    if (!drawn) return tl::unexpected(drawn.error());
    run.drawn = std::move(*drawn);
    return {};
}

} // namespace roofrack
