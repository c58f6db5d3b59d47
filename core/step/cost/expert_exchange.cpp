// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/step/cost/expert_exchange.h"

#include <algorithm>
#include <cmath>

namespace roofrack {

namespace {

/// Expected number of distinct bins that `draws` draws over `bins` bins hit.
double distinct(double draws, double bins) {
    return bins <= 1 ? 1 : bins * (1 - std::pow(1 - 1 / bins, draws));
}

} // namespace

TokenCopies token_copies(const MoeSpec& moe, double ranks, double domain, bool once) {
    const double k = moe.top_k, domains = std::max(1.0, ranks / domain);
    TokenCopies out;
    if (!once) {
        out.inside = k * (domain - 1) / ranks;
        out.outside = k * (ranks - domain) / ranks;
        return out;
    }
    double hit = distinct(k, domains);
    if (moe.groups > 0 && moe.used_groups > 0)
        hit = std::min(hit, domains * moe.used_groups / static_cast<double>(moe.groups));
    hit = std::max(1.0, std::min(hit, domains));
    out.outside = hit * (domains - 1) / domains;
    // Copies spread inside each domain that a token reaches, its own and the others'.
    out.inside = hit * distinct(k / hit, domain) * (domain - 1) / std::max(1.0, domain);
    return out;
}

bool dispatches_once(const StepContext& context, const Plan& plan) {
    if (plan.expert_dispatch == ExpertDispatch::stack) return context.dispatch_once;
    return plan.expert_dispatch == ExpertDispatch::once;
}

Call expert_exchange(const StepContext& context, const Plan& plan, const GroupPaths& paths) {
    const TransformerShape& shape = *context.in.shape;
    const GroupPath& path = paths.expert;
    const bool cut = plan.sequence_parallel && plan.tp > 1;
    const double tokens = plan.micro_batch * context.in.sequence / plan.cp / (cut ? plan.tp : 1);
    const double token =
        (shape.moe.latent > 0 ? shape.moe.latent : shape.hidden) * Machine::element_bytes(plan.precision);
    const double n = path.members, domain = std::min(path.domain, n);
    const TokenCopies copies = token_copies(shape.moe, n, domain, dispatches_once(context, plan));
    // The buffer of an even all-to-all that would move as much over the link that limits it.
    const double buffer = path.nodes > 1 ? copies.outside * n / (n - domain) : copies.inside * n / (n - 1);
    Call out;
    out.bytes = tokens * token * buffer;
    out.time = all_to_all_time(out.bytes, path);
    const double ways = expert_tensor_ways(shape, plan.tp);
    if (ways > 1) {
        // Every rank of a cut expert needs all of its tokens.
        const double routed = tokens * plan.tp * shape.moe.top_k * token;
        out.time += all_gather_time(routed, paths.tensor);
    }
    return out;
}

} // namespace roofrack
