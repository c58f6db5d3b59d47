// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/transfer/classes.h"

#include "core/step/cost/bands/release_months.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <map>

namespace roofrack {

namespace {

std::string width_of(Precision precision) {
    switch (precision) {
    case Precision::fp32:
    case Precision::tf32: return "32 bit";
    case Precision::fp16:
    case Precision::bf16: return "16 bit";
    case Precision::fp8: return "8 bit";
    case Precision::nvfp4: break;
    }
    return "4 bit";
}

/// "2024-2": the second half of 2024.
std::string half_text(int half) {
    return half > 0 ? fmt::format("{}-{}", half / 2, half % 2 + 1) : std::string("undated");
}

using Groups = std::map<std::string, std::vector<size_t>>;

Groups by_release(std::span<const ValidationRun> runs) {
    struct Span {
        int first = 0, last = 0;
    };
    std::map<std::string, Span> spans;
    for (const ValidationRun& run : runs)
        if (const int month = release_month(run.row.software); month > 0) {
            Span& span = spans.try_emplace(run.residual.family, Span{month, month}).first->second;
            span.first = std::min(span.first, month);
            span.last = std::max(span.last, month);
        }
    Groups out;
    for (size_t i = 0; i < runs.size(); ++i) {
        const int month = release_month(runs[i].row.software);
        if (month == 0) continue;
        const Span& span = spans.at(runs[i].residual.family);
        const int since = span.last - newest_months + 1;
        if (month < since || span.first >= since) continue;
        out[fmt::format("{} from {}-{:02}", runs[i].residual.family, since / 12, since % 12 + 1)].push_back(
            i);
    }
    return out;
}

} // namespace

std::vector<LeftOutClass> left_out_classes(std::span<const ValidationRun> runs, LeftOut by) {
    Groups groups;
    if (by == LeftOut::release) groups = by_release(runs);
    for (size_t i = 0; i < runs.size() && by != LeftOut::release; ++i) {
        const ValidationRun& run = runs[i];
        switch (by) {
        case LeftOut::generation: groups[run.residual.generation].push_back(i); break;
        case LeftOut::family: groups[run.residual.family].push_back(i); break;
        case LeftOut::source: groups[run.source].push_back(i); break;
        case LeftOut::precision: groups[width_of(run.residual.plan.precision)].push_back(i); break;
        case LeftOut::vendor: groups[run.run.accelerator->vendor].push_back(i); break;
        case LeftOut::combination:
            groups[fmt::format("{} {} {}", run.residual.family, run.residual.generation,
                               half_text(half_year(run.residual.year)))]
                .push_back(i);
            break;
        case LeftOut::scale:
        case LeftOut::quarter_scale: {
            const double above = by == LeftOut::scale ? large_scale : large_scale / 4;
            if (run.row.gpus > above) groups[fmt::format("more than {:g} GPUs", above)].push_back(i);
            break;
        }
        case LeftOut::release:
        case LeftOut::count: break;
        }
    }
    std::vector<LeftOutClass> out;
    for (auto& [name, members] : groups) out.push_back({name, std::move(members)});
    return out;
}

} // namespace roofrack
