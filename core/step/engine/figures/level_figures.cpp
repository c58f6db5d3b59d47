// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/engine/figures/level_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

void describe(figures::Builder<FabricLevel>& f) {
    using namespace figures;
    using L = FabricLevel;
    f.text("name", &L::name, "level", "what closes the block", names_item);
    f.number("block_gpus", &L::block_gpus, count, "GPUs of a block", "of this level", always);
    f.number("inside_bytes_per_s", &L::inside, bytes_per_second, "bandwidth inside",
             "a GPU's, one direction, between the next inner blocks", more);
    f.number("egress_bytes_per_s", &L::egress, bytes_per_second, "egress",
             "a GPU's, one direction, out of the block; 0: nothing leaves it", more);
    f.number("oversubscription", &L::oversubscription, ratio, "oversubscription",
             "egress of the level inside ÷ that of this one", less);
    f.number("background_load", &L::background_load, share, "load of other jobs", "share of the egress", less,
             always);
    f.number(
        "other_traffic", [](const L& l) { return l.beyond.background; }, share, "other traffic",
        "share of the bandwidth that others take, as the site says", less, always);
    f.number(
        "degraded_links", [](const L& l) { return l.beyond.degraded_links; }, share, "degraded links",
        "share of the links that run below their rate", less, always);
    f.number("routing", &L::routing, share, "left by routing",
             "share of the egress that hashing of flows leaves", more, always);
    f.number("latency_s", &L::latency, seconds, "latency", "one way from GPU to GPU across the border", less);
    f.choice("link_class", &L::link_class, "links", "technology of those that leave the block");
    f.text("binding", &L::binding, "binding element", "id of what the max-flow saturates", Absent{"none"});
    f.text("binding_label", &L::binding_label, "binding links", "what the max-flow saturates, in words",
           Absent{"none"});
}

} // namespace roofrack
