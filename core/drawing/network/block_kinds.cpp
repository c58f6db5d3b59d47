// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/network/block_kinds.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace roofrack {

namespace {

bool same(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

} // namespace

std::vector<BlockKind> block_kinds(const std::vector<TypeBlock>& types) {
    std::vector<BlockKind> out;
    double before = 0;
    for (const TypeBlock& type : types) {
        const auto known = std::ranges::find_if(out, [&](const BlockKind& kind) {
            return same(kind.gpus, type.gpus) && same(kind.inside.si(), type.inside) &&
                   same(kind.egress.si(), type.egress);
        });
        if (known != out.end())
            known->all += type.drawn;
        else
            out.push_back({type.gpus, ByteRate(type.inside), ByteRate(type.egress), before, type.drawn});
        before += type.drawn;
    }
    if (out.size() < 2) out.clear();
    return out;
}

std::vector<TypeBlock> closed_further_out(std::vector<TypeBlock> inner, const std::vector<TypeBlock>& outer) {
    for (size_t i = 0; i < inner.size(); ++i) {
        if (outer[i].gpus > inner[i].gpus * (1 + 1e-9)) inner[i].inside = inner[i].egress;
        inner[i].gpus = outer[i].gpus;
        inner[i].egress = outer[i].egress;
    }
    return inner;
}

double ranks_in(double block_gpus, double members, double stride) {
    return std::clamp(std::floor(block_gpus / stride + 1e-9), 1.0, members);
}

BlockSpread block_spread(const Fabric& fabric, const FabricLevel& level, double members, double stride,
                         double gpus) {
    if (level.unequal.empty()) {
        const double held = ranks_in(level.block_gpus, members, stride);
        return {held, std::ceil(members / held - 1e-9)};
    }
    const double repeat = std::max(1.0, gpus / fabric.gpus);
    BlockSpread out{1, 0};
    double left = members;
    // Kinds that hold as many of its ranks are one; the smallest are filled first.
    for (double done = 0; left > 0;) {
        double held = std::numeric_limits<double>::infinity(), room = 0;
        for_kinds_at_work(level, gpus, [&](const BlockKind& kind) {
            const double ranks = ranks_in(kind.gpus, members, stride);
            if (ranks <= done || ranks > held) return;
            if (ranks < held) room = 0;
            held = ranks;
            room += std::min(kind.all * repeat, gpus - kind.first);
        });
        if (!std::isfinite(held)) { // what rounding left over is where most of it is
            out.blocks += std::ceil(left / out.members - 1e-9);
            break;
        }
        const double here = std::min(left, std::ceil(room / stride - 1e-9));
        out.blocks += std::ceil(here / held - 1e-9);
        out.members = held;
        left -= here;
        done = held;
    }
    return out;
}

} // namespace roofrack
