// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measure/run_config_fabric.h"

#include "core/units/ascii_text.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

LinkClass network_class(std::string_view cell) {
    const std::string text = lower(cell);
    if (has(text, "omni-path")) return LinkClass::omnipath;
    if (has(text, "efa")) return LinkClass::efa;
    if (has(text, "slingshot")) return LinkClass::slingshot;
    if (has(text, "roce") || has(text, "ethernet")) return LinkClass::roce;
    if (has(text, "ici")) return LinkClass::ici;
    return LinkClass::infiniband;
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

void read_fabric(const RunRow& row, const Part& accelerator, RunConfig& run) {
    const std::string_view intra = row.text("intra_link");
    double per_node = row.number("gpus_per_node");
    if (per_node <= 0) {
        per_node = accelerator.text_or("scale_up", "") == "ici" ? 4 : 8;
        run.assumed.push_back(fmt::format("gpus_per_node = {}", per_node));
    }
    const bool torus = accelerator.text_or("scale_up", "") == "ici";
    double domain = has(intra, "NVL72") ? 72 : per_node;
    if (torus) domain = std::min(run.gpus, accelerator.value_or("scale_up_domain_max", 256));
    double gbps = row.number("inter_gbps_per_gpu");
    if (gbps <= 0) {
        gbps = usual_network(accelerator.text_or("architecture", ""));
        if (run.gpus > domain) run.assumed.push_back(fmt::format("inter_gbps_per_gpu = {}", gbps));
    }
    run.fabric = flat_fabric(std::max(run.gpus, domain), per_node, domain,
                             ByteRate(accelerator.value_or("scale_up_rate", 32e9)), ByteRate(gbps * 1e9 / 8),
                             network_class(row.text("inter_net")), accelerator.id);
    const std::string_view link = accelerator.text_or("scale_up", "");
    run.fabric.mesh = link == "infinity-fabric" || link == "ethernet";
    if (!torus) return;
    // Slices of TPU v5e and v6e are planes, those of v4, v5p and 7x cubes (Jouppi 2023, arXiv 2304.01433).
    const std::string_view architecture = accelerator.text_or("architecture", "");
    run.fabric.torus_axes = architecture == "tpu-v5e" || architecture == "tpu-v6e" ? 2 : 3;
    run.fabric.levels.front().inside_class = LinkClass::ici;
}

} // namespace roofrack
