// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/figures/plan_figures.h"

#include "core/base/figures/builder.h"

namespace roofrack {

std::string_view label_of(Precision precision) {
    switch (precision) {
    case Precision::fp32: return "FP32";
    case Precision::tf32: return "TF32";
    case Precision::fp16: return "FP16";
    case Precision::bf16: return "BF16";
    case Precision::fp8: return "FP8";
    case Precision::nvfp4: return "NVFP4";
    }
    return name_of(precision);
}

void describe(figures::Builder<Plan>& f) {
    using namespace figures;
    f.number("tp", &Plan::tp, count, "TP", "tensor parallel");
    f.number("pp", &Plan::pp, count, "PP", "pipeline stages");
    f.number("vpp", &Plan::vpp, count, "VPP", "virtual stages per stage");
    f.number("cp", &Plan::cp, count, "CP", "context parallel");
    f.number("ep", &Plan::ep, count, "EP", "expert parallel; 0: all of CP × DP");
    f.number("dp", &Plan::dp, count, "DP", "data parallel; 0: whatever the GPUs leave");
    f.number("micro_batch", &Plan::micro_batch, count, "micro-batch", "sequences (samples) a model replica");
    f.number("zero", &Plan::zero, count, "ZeRO", "stage 0 to 3; 3 is FSDP");
    f.number("shard", &Plan::shard, count, "shard", "ranks that share the sharded state; 0: all of DP");
    f.flag("sequence_parallel", &Plan::sequence_parallel, "sequence parallel", "with tensor parallelism");
    f.choice("recompute", &Plan::recompute, "recompute", "activations computed anew");
    f.number("recompute_layers", &Plan::recompute_layers, count, "recomputed layers", "a stage; 0: all");
    f.number("recompute_share", &Plan::recompute_share, share, "recomputed share",
             "of a layer's forward pass; 0: all of it", always);
    f.number("recompute_keeps", &Plan::recompute_keeps, share, "kept share",
             "of a layer's activations beside its input", always);
    f.choice("precision", &Plan::precision, "precision", "of the matrix multiplications");
    f.choice("schedule", &Plan::schedule, "schedule", "of the pipeline");
    f.text("software", &Plan::software, "software", "the stack");
}

} // namespace roofrack
