// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/report/bottlenecks_json.h"

#include "core/base/figures/builder.h"
#include "core/base/figures/shape_json.h"

namespace roofrack {

namespace {

struct BottlenecksOutput {
    std::vector<BindingSpan> spans;
    std::vector<Bottleneck> sizes;
    std::vector<BottleneckYear> years;
    WallGrowth growth;
};
void describe(figures::Builder<BottlenecksOutput>& f) {
    using O = BottlenecksOutput;
    f.list("spans", &O::spans, "spans", "GPU counts on which one resource binds");
    f.list("sizes", &O::sizes, "sizes", "ascending");
    f.list("years", &O::years, "years", "the drawn step with newer hardware");
    f.object("growth", &O::growth, "growth", "that the years were taken on by");
}

} // namespace

nlohmann::ordered_json bottlenecks_json(const std::vector<Bottleneck>& sizes,
                                        const std::vector<BottleneckYear>& years, const WallGrowth& growth) {
    return figures::json_of(
        figures::object_of(BottlenecksOutput{binding_spans(sizes), sizes, years, growth}));
}

nlohmann::ordered_json bottlenecks_schema() {
    return figures::schema_of(figures::shape_of<BottlenecksOutput>());
}

} // namespace roofrack
