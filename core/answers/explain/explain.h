// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/explain/tree/explanation.h"
#include "core/step/engine/evaluate.h"

namespace roofrack {

/// "Why this number": the tree of calculations behind the figures of one evaluation, down to inputs of the
/// model.
class Explainer {
public:
    /// Evaluates once. Fails where the plan is infeasible: its figures are unknown.
    static Result<Explainer> of(const Prepared& prepared, const EvaluateOptions& options = {});

    /// A part of the step ("data_comm") or another name of explainable(). Its value has the bits of the
    /// evaluation's. Fails on an unknown name, listing the known ones, and on one that the model has not.
    Result<ExplanationPtr> explain(std::string_view figure) const;

private:
    struct Impl;
    std::shared_ptr<const Impl> m_impl;
};

/// Explainer::of() and explain() in one.
Result<ExplanationPtr> explain(const Prepared& prepared, std::string_view figure,
                               const EvaluateOptions& options = {});
std::vector<std::string> explainable();

} // namespace roofrack
