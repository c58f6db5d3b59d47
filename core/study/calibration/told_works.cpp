// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/told_works.h"

#include "core/base/units/quantity_text.h"

#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double least_work_share = 0.02, least_kernels = 20;

/// Why a kind's factor is not to be had; empty: it is.
std::string why_untold(const ToldWorks::Group& group, const MeasuredBreakdown& measured,
                       const StepShares& model, double steps) {
    const double took = measured.work(group.measured), says = group.in(model);
    const double kernels = steps * measured.kernels[static_cast<size_t>(group.measured)];
    if (took > 0 && took < group.least(model))
        return fmt::format("{} were measured, the GPU's peaks allow {} for what is drawn: other work ran",
                           format_quantity(took, Dimension::time),
                           format_quantity(group.least(model), Dimension::time));
    if (took < least_work_share * measured.compute)
        return fmt::format("{:.1f} % of the computation that was measured: too little to tell how fast it is",
                           100 * took / measured.compute);
    if (says < least_work_share * model.compute)
        return fmt::format("{:.1f} % of the computation in the model, {:.1f} % of the measured one",
                           100 * says / model.compute, 100 * took / measured.compute);
    if (kernels < least_kernels)
        return fmt::format("only {:.0f} kernels in the steps that were read", kernels);
    if (took > most_factor * says || took * most_factor < says)
        return fmt::format("{} were measured, the model says {}: no factor from 1/{:.0f} to {:.0f}",
                           format_quantity(took, Dimension::time), format_quantity(says, Dimension::time),
                           most_factor, most_factor);
    return {};
}

/// The model has much of it, and no kernel of the trace is called so.
bool has_no_name(KernelWork work, const MeasuredBreakdown& measured, const StepShares& model) {
    return model.work(work) >= least_work_share * model.compute &&
           measured.kernels[static_cast<size_t>(work)] == 0;
}

} // namespace

std::string_view factor_name(KernelWork work) {
    switch (work) {
    case KernelWork::products: return "gemm_factor";
    case KernelWork::attention: return "attention_factor";
    case KernelWork::optimizer: return "optimizer_factor";
    case KernelWork::others: return "elementwise_factor";
    }
    return {};
}

std::string ToldWorks::Group::label() const {
    std::string out;
    for (const KernelWork work : works) out += (out.empty() ? "" : " and ") + std::string(label_of(work));
    return out;
}

double ToldWorks::Group::in(const StepShares& shares) const {
    double out = 0;
    for (const KernelWork work : works) out += shares.work(work);
    return out;
}

double ToldWorks::Group::least(const StepShares& shares) const {
    double out = 0;
    for (const KernelWork work : works) {
        if (!(shares.least[static_cast<size_t>(work)] > 0)) return 0;
        out += shares.least[static_cast<size_t>(work)];
    }
    return out;
}

ToldWorks::ToldWorks(const MeasuredBreakdown& measured, const StepShares& model, size_t steps,
                     std::vector<NotTold>& not_told) {
    constexpr const char* kinds = "factors of kinds of operators";
    if (!measured.tells_works()) {
        not_told.push_back({kinds, "the files tell no single kernels, or none by the name of a product",
                            "give the traces themselves, or digests made with --events"});
        return;
    }
    if (!model.tells_works()) {
        not_told.push_back({kinds,
                            "the model is a profile without operators, or generates sequences, or its "
                            "optimizer is on the host",
                            "one factor stands for all of its operators"});
        return;
    }
    std::vector<Group> groups;
    const auto add = [&](KernelWork work, KernelWork with) {
        if (has_no_name(with, measured, model)) {
            groups.push_back({{work, with}, work});
            not_told.push_back({fmt::format("{} apart from {}", label_of(with), label_of(work)),
                                fmt::format("no kernel of the trace is called so: both have one factor, as "
                                            "where {}",
                                            with == KernelWork::attention ? "attention is not fused"
                                                                          : "the optimizer is not fused"),
                                ""});
            return;
        }
        groups.push_back({{work}, work});
        if (measured.work(with) > 0 || model.work(with) > 0) groups.push_back({{with}, with});
    };
    add(KernelWork::products, KernelWork::attention);
    add(KernelWork::others, KernelWork::optimizer);
    for (Group& group : groups) {
        std::string why = why_untold(group, measured, model, static_cast<double>(steps));
        if (why.empty()) {
            m_groups.push_back(std::move(group));
            continue;
        }
        for (const KernelWork work : group.works)
            not_told.push_back(
                {std::string(factor_name(work)), group.label() + ": " + why,
                 "draw the plan, model and batch that ran, or profile a step in which it takes "
                 "more of the time"});
    }
    // Without the products, most of the work, the other kinds say little of the rest: one factor stands for
    // all.
    if (m_groups.empty() || m_groups.front().measured == KernelWork::products) return;
    for (const Group& group : m_groups)
        for (const KernelWork work : group.works)
            not_told.push_back({std::string(factor_name(work)),
                                "matrix products are not told: one factor stands for all operators", ""});
    m_groups.clear();
}

Result<Factors> ToldWorks::fit(const FactorFit& fit, const MeasuredBreakdown& target,
                               const Factors& start) const {
    constexpr int most_rounds = 12;
    constexpr double close = 1e-7;
    Factors out = start;
    for (const Group& group : m_groups)
        for (const KernelWork work : group.works) out.works[static_cast<size_t>(work)] = 1;
    for (int round = 0; round < most_rounds; ++round) {
        const auto shares = fit.at(out);
        if (!shares) return tl::unexpected(shares.error());
        double most = 0;
        for (const Group& group : m_groups) {
            const double took = target.work(group.measured), says = group.in(*shares);
            if (!(took > 0) || !(says > 0)) continue;
            for (const KernelWork work : group.works) *out.works[static_cast<size_t>(work)] *= took / says;
            most = std::max(most, std::abs(std::log(took / says)));
        }
        if (most < close) break;
    }
    return out;
}

} // namespace roofrack
