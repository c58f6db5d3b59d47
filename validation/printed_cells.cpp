// SPDX-License-Identifier: GPL-3.0-or-later
#include "validation/printed_cells.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

bool Contradiction::names(std::string_view column) const {
    return std::ranges::find(columns, column) != columns.end();
}

std::vector<Contradiction> contradictions(const RunRow& row) {
    std::vector<Contradiction> out;
    const auto add = [&](std::vector<std::string> columns, std::string what) {
        out.push_back({std::string(row.text("id")), std::move(columns), std::move(what)});
    };
    const auto degree = [&](std::string_view column) { return std::max(1.0, row.number(column)); };
    const auto divides = [](double part, double whole) { return std::fmod(whole, part) == 0; };
    const double gpus = row.number("gpus"), batch = row.number("global_batch"), heads = row.number("heads");
    const double parallel = degree("tp") * degree("pp") * degree("cp");
    double replicas = row.number("dp");
    if (replicas > 0 && gpus > 0 && replicas * parallel != gpus)
        add({"gpus", "dp", "tp", "pp", "cp"},
            fmt::format("dp · tp · pp · cp = {:g} of {:g} GPUs", replicas * parallel, gpus));
    // Where the degrees are printed they say how many replicas there are.
    if (replicas <= 0 && gpus > 0 && row.number("tp") > 0 && row.number("pp") > 0 && divides(parallel, gpus))
        replicas = gpus / parallel;
    if (batch > 0 && replicas > 0 && !divides(replicas * degree("micro_batch"), batch))
        add({"global_batch", "micro_batch", "dp"},
            fmt::format("a batch of {:g} sequences in micro-batches of {:g} on {:g} replicas", batch,
                        degree("micro_batch"), replicas));
    if (heads > 0 && !divides(degree("tp"), heads))
        add({"heads", "tp"}, fmt::format("{:g} heads on tp = {:g}", heads, degree("tp")));
    const double rate = row.number("tokens_s_gpu") * gpus, step = row.number("iteration_s");
    constexpr double rounding = 0.04; // rounding of printed rates and steps
    if (rate > 0 && step > 0 && batch > 0 && row.number("seq") > 0) {
        const double moved = batch * row.number("seq") / step;
        if (std::abs(std::log(rate / moved)) > rounding)
            add({"tokens_s_gpu", "iteration_s", "global_batch", "seq"},
                fmt::format("{:.4g} tokens/s, while batch · seq ÷ step is {:.4g}", rate, moved));
    }
    return out;
}

} // namespace roofrack
