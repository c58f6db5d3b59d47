// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/input_supply.h"

#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"

#include <algorithm>

namespace roofrack {

InputSupply input_supply(const Prepared& prepared, const Evaluation& evaluation) {
    const Prepared::Impl& impl = prepared.impl();
    const Site& site = impl.scenario.site;
    InputSupply out;
    out.gpus = evaluation.gpus;
    out.servers = evaluation.gpus / std::max(1.0, impl.fabric.gpus_per_server);
    out.samples = batch_of(impl);
    const StepState state = StepSolver(prepared).solve(evaluation.plan, out.gpus, out.samples);
    out.needs = state.input;
    out.sample = Bytes(sample_bytes(impl));
    out.step = Bytes(out.needs.bytes);
    double busy = 0;
    for (size_t i = 0; i < static_cast<size_t>(StepPart::input); ++i) busy += evaluation.parts[i];
    out.busy = Seconds(busy);
    out.storage = impl.fabric.storage_read;
    out.links = impl.storage_links;
    out.reached = ByteRate(out.needs.read_rate);
    if (busy > 0) {
        out.needed = ByteRate(out.needs.bytes / busy);
        out.server_needed = out.samples / out.servers / busy;
    }
    out.server_rate = out.needs.server_rate;
    out.cores = site.loader_cores;
    out.cores_needed = out.server_needed * site.sample_core_time.si();
    if (evaluation.plan.async_checkpoint && state.input.writing > 0) {
        out.checkpoint_write = Seconds(state.checkpoint_write);
        out.checkpoint_interval = Seconds(state.loss.interval);
    }
    out.wait = Seconds(evaluation.parts[static_cast<size_t>(StepPart::input)]);
    out.share = evaluation.step_time.si() > 0 ? out.wait / evaluation.step_time : 0;
    out.limit = input_limit(impl, out.needs, busy);
    return out;
}

} // namespace roofrack
