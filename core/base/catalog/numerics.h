// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <string>
#include <vector>

namespace roofrack {

/// What a change of accelerator may silently change in the results of a run.
enum class NumericTopic {
    formats,         ///< formats of matrix products
    fp32_products,   ///< what frameworks make of FP32 products by default
    sixteen_bit,     ///< training in 16 bits
    eight_bit,       ///< training in 8 bits: format and scale
    eight_bit_sum,   ///< sums inside an 8-bit product
    reduction_order, ///< reduction order of gradients inside a scale-up domain
};
constexpr size_t numeric_topic_count = 6;
std::string_view name_of(NumericTopic topic);  ///< "fp32_products" …
std::string_view label_of(NumericTopic topic); ///< "FP32 products by default" …

/// What an accelerator, or the software that comes with it, does. Not known: empty text, Status::unknown.
struct NumericFact {
    std::string text;
    Status status = Status::unknown;
    std::string source;
};
/// The fact of an accelerator's architecture; its formats from its figures.
NumericFact numeric_fact(const Part& accelerator, NumericTopic topic);

struct NumericChange {
    NumericTopic topic;
    NumericFact from, to;
    bool is_known() const { return !from.text.empty() && !to.text.empty(); }
    bool changes() const { return is_known() && from.text != to.text; }
};
/// One a topic, in their order.
std::vector<NumericChange> numeric_changes(const Part& from, const Part& to);

/// A figure that both parts have, or one of them.
struct FigurePair {
    const ValueSpec* spec = nullptr;
    const SourcedValue *from = nullptr, *to = nullptr; ///< null: not given
    /// to/from; nothing unless both are known and `from` is not 0.
    std::optional<double> ratio() const;
};
/// In the order of value_specs(); parts of one kind.
std::vector<FigurePair> figure_pairs(const Part& from, const Part& to);

} // namespace roofrack
