// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/analysis/verdict/verdict.h"

#include "core/base/figures/builder.h"
#include "core/base/units/percent_text.h"
#include "core/base/units/quantity_text.h"
#include "core/base/units/word_list.h"
#include "core/measured/analysis/analysis_measures.h"
#include "core/measured/analysis/verdict/found_causes.h"
#include "core/measured/trace/matched_collectives.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <iterator>

namespace roofrack {

namespace {

constexpr double named_from = 0.8;      // share that a named cause explains
constexpr double least_cost = 0.05;     // share of the time; less is not worth a name
constexpr double least_cost_gaps = 0.1; // gaps between kernels are never none, nor are copies

double least_cost_of(VerdictCause cause) {
    return cause == VerdictCause::small_kernels || cause == VerdictCause::copies ? least_cost_gaps
                                                                                 : least_cost;
}

/// Adds what is known of the same cause from elsewhere.
void add_same(FoundCause& to, const FoundCause& more) {
    const double explained =
        to.of == more.of ? to.explained + more.explained : std::max(to.explained, more.explained);
    to.cost += more.cost;
    to.explained = std::min(1.0, explained);
}

/// Puts those of one cause together, each rank's by itself; the costliest tells the words.
std::vector<FoundCause> by_cause(std::vector<FoundCause> found) {
    std::ranges::stable_sort(found, std::greater(), &FoundCause::cost);
    std::vector<FoundCause> out;
    for (FoundCause& each : found) {
        const auto same = std::ranges::find_if(out, [&](const FoundCause& other) {
            return other.cause == each.cause && other.rank == each.rank;
        });
        if (same == out.end())
            out.push_back(std::move(each));
        else
            add_same(*same, each);
    }
    std::ranges::stable_sort(out, std::greater(), &FoundCause::cost);
    return out;
}

/// "; the longest kernel, flash_fwd_kernel, takes 50 % of the time of all kernels and copies"; empty without
/// a kernel.
std::string longest_kernel_text(const std::vector<KernelClass>& kernels) {
    const auto longest = std::ranges::find_if(
        kernels, [](const KernelClass& each) { return each.category != LaneCategory::memory; });
    if (longest == kernels.end()) return {};
    return fmt::format("; the longest kernel, {}, takes {} of the time of all kernels and copies",
                       bare_kernel_name(longest->name), share_in_percent(longest->share));
}

/// Where the time of a run without a fault goes: what the shares of its mean step, which stand beside it
/// (RunHeadline::where), do not tell.
std::string usual_sentence(const std::vector<RankSums>& ranks, const std::vector<KernelClass>& kernels) {
    double window = 0, idle = 0;
    std::array<double, idle_cause_count> idle_of{};
    for (const RankSums& rank : ranks) {
        window += rank.window;
        idle += rank.idle;
        for (size_t i = 0; i < idle_of.size(); ++i) idle_of[i] += rank.idle_of[i];
    }
    if (window <= 0) return "no GPU activity";
    constexpr double told_from = 0.1; // share of idle time from which its cause is told
    if (idle < told_from * window) return "nothing stands out" + longest_kernel_text(kernels);
    const auto most = std::ranges::max_element(idle_of);
    return fmt::format("no known fault; {} of the idle time: {}{}", share_in_percent(*most / idle),
                       label_of(static_cast<IdleCause>(most - idle_of.begin())),
                       longest_kernel_text(kernels));
}

/// Where one cause costs four fifths of what all found ones do, but does not explain as much of what it is
/// held against, it is no list of equals: what is not explained is said, by the same measure. `cost`: of all.
std::string several_sentence(const std::vector<FoundCause>& causes, double cost) {
    const auto name = [](const FoundCause& each) {
        return fmt::format("{}{}", label_of(each.cause),
                           each.rank ? fmt::format(", rank {}", *each.rank) : "");
    };
    const FoundCause& first = causes.front();
    const bool is_one_of_many = first.cost < named_from * cost;
    std::vector<std::string> words;
    for (size_t i = is_one_of_many ? 0 : 1; i < causes.size(); ++i)
        words.push_back(
            fmt::format("{} ({} of the critical path)", name(causes[i]), share_in_percent(causes[i].cost)));
    if (is_one_of_many) return "no single cause: " + word_list(words);
    std::string out =
        fmt::format("no single cause explains four fifths of the {}; the largest, {}, makes {} ({} of "
                    "the critical path)",
                    first.of, name(first), share_in_percent(first.explained), share_in_percent(first.cost));
    return words.empty() ? out : out + "; beside it " + word_list(words);
}

bool are_of_several_runs(const TraceResult& trace, const TraceAnalysis& analysis) {
    std::vector<const TraceRank*> ranks;
    for (const RankAnalysis& rank : analysis.ranks) ranks.push_back(&trace.ranks[rank.place]);
    return ranks_by_run(ranks).size() > 1;
}

} // namespace

std::string_view name_of(VerdictCause cause) {
    static constexpr std::array<std::string_view, 10> names{
        "none",      "no_single_cause", "late_rank",  "slow_gpu",      "throttling",
        "slow_link", "starved_input",   "allocation", "small_kernels", "copies"};
    return names[static_cast<size_t>(cause)];
}

std::string_view label_of(VerdictCause cause) {
    static constexpr std::array<std::string_view, 10> labels{
        "nothing stands out", "no single cause", "late rank",         "slow GPU",      "throttling",
        "slow link",          "starved input",   "memory allocation", "small kernels", "copies"};
    return labels[static_cast<size_t>(cause)];
}

std::string label_of(const IdleCauseSum& sum) {
    const std::string_view why = label_of(sum.cause);
    return sum.is_in_short_gaps ? fmt::format("{}: {}", why, label_of(VerdictCause::small_kernels))
                                : std::string(why);
}

std::string whose(const VerdictEvidence& event) {
    if (event.rank) return fmt::format("rank {}", *event.rank);
    return event.device ? fmt::format("device {}", *event.device) : std::string();
}

std::string when_text(const VerdictEvidence& event) {
    return fmt::format("{} from {} ns",
                       format_quantity(static_cast<double>(event.duration_ns) * 1e-9, Dimension::time, 3),
                       event.start_ns);
}

std::vector<std::string> remedies_of(VerdictCause cause) {
    switch (cause) {
    case VerdictCause::late_rank:
        return {
            "look at what that rank's host does before the collectives: other processes, logging, garbage "
            "collection, NUMA binding",
            "give all ranks the same work: sequence lengths, experts, pipeline stages"};
    case VerdictCause::slow_gpu:
        return {"swap the rank with one of another server: does the slowness stay with the GPU?",
                "compare its clocks, power limit and ECC state with the others (nvidia-smi -q)"};
    case VerdictCause::throttling:
        return {"log clocks, power and temperature beside the run (nvidia-smi --query-gpu=…)",
                "look at inlet temperature, fans, coolant and the power limit"};
    case VerdictCause::slow_link:
        return {"run nccl-tests on the ranks of the slow group and on others",
                "look at the link's rate, width and errors (nvidia-smi nvlink, ibstat, ethtool)"};
    case VerdictCause::starved_input:
        return {"more workers and prefetching in the dataloader",
                "faster storage, or the data set beside the GPUs", "decode and tokenise ahead of the run"};
    case VerdictCause::allocation:
        return {"PYTORCH_CUDA_ALLOC_CONF=expandable_segments:True against fragmentation",
                "the same shapes in every step; leave some memory free: no cudaFree and cudaMalloc in steps"};
    case VerdictCause::small_kernels:
        return {"CUDA graphs or torch.compile, so that one launch starts many kernels",
                "a larger micro-batch, fused operators"};
    case VerdictCause::copies:
        return {"copies from pinned memory on a stream of their own, begun before their result is needed",
                "leave on the GPU what is copied in every step: weights, optimizer states, activations"};
    case VerdictCause::none:
    case VerdictCause::no_single_cause: break;
    }
    return {};
}

TraceVerdict verdict_on(const TraceResult& trace, const TraceAnalysis& analysis) {
    if (are_of_several_runs(trace, analysis)) {
        TraceVerdict untold;
        untold.sentence = fmt::format(
            "the traces are of different runs ({}): ask for a verdict on each by itself", why_different_runs);
        return untold;
    }
    const std::vector<RankSums> ranks = sums_by_rank(analysis);
    const PathCosts path = path_costs(trace, analysis, ranks);
    std::vector<FoundCause> found = causes_of_idle(trace, ranks, path);
    for (std::vector<FoundCause> more :
         {causes_of_waiting(trace, analysis, ranks, path), causes_of_transfers(trace, analysis, path),
          causes_of_slow_kernels(ranks), causes_of_copies(trace, analysis, path)})
        std::ranges::move(more, std::back_inserter(found));
    found = by_cause(std::move(found));
    std::erase_if(found, [](const FoundCause& each) { return each.cost < least_cost_of(each.cause); });
    for (FoundCause& each : found)
        if (each.to_try.empty()) each.to_try = remedies_of(each.cause);
    TraceVerdict out;
    if (found.empty()) {
        out.sentence = usual_sentence(ranks, analysis.kernels);
        return out;
    }
    double cost = 0;
    for (const FoundCause& each : found) cost += each.cost;
    const FoundCause& first = found.front();
    if (first.explained >= named_from && first.cost >= named_from * cost) {
        out.cause = first.cause;
        out.sentence = first.sentence;
        out.causes = {first};
        return out;
    }
    out.cause = VerdictCause::no_single_cause;
    out.causes = std::move(found);
    out.sentence = several_sentence(out.causes, cost);
    return out;
}

void describe(figures::Builder<VerdictEvidence>& v) {
    using E = VerdictEvidence;
    using namespace figures;
    v.text("file", &E::file, "file", "of the trace");
    v.number("rank", &E::rank, count, "rank", "of the job", Absent{"the trace does not tell"});
    v.text("name", &E::name, "event", "as the trace has it", names_item, Absent{"it has no name"});
    v.number("device", &E::device, count, "device", "of its server", Absent{"the trace does not tell"});
    v.number("start_ns", &E::start_ns, nanoseconds, "start", "by the clock of the file");
    v.number("duration_ns", &E::duration_ns, nanoseconds, "time", "that it shows", less);
    v.text("why", &E::why, "what it shows", "in words");
}

void describe(figures::Builder<FoundCause>& v) {
    using C = FoundCause;
    using namespace figures;
    v.choice("cause", &C::cause, "cause", "what was found", all_up_to(VerdictCause::copies), names_item);
    v.number("rank", &C::rank, count, "rank", "whose it is", Absent{"it is not one rank's"});
    v.number("cost", &C::cost, share, "cost",
             "of the critical path across ranks: what would be gained without it at most, for then another "
             "path holds",
             less);
    v.number("explained", &C::explained, share, "explained", "of what it is said to explain", more);
    v.text("of", &C::of, "of", "what it is said to explain");
    v.text("sentence", &C::sentence, "sentence", "it by itself");
    v.list("to_try", &C::to_try, "to try", "against it");
    v.list("evidence", &C::evidence, "evidence", "the longest events that show it");
}

void describe(figures::Builder<TraceVerdict>& v) {
    using V = TraceVerdict;
    using namespace figures;
    v.choice("cause", &V::cause, "cause", "why it was slower than it could be",
             all_up_to(VerdictCause::copies));
    v.text("sentence", &V::sentence, "verdict", "in one line");
    v.list("causes", &V::causes, "causes", "the one that is named, or those of which none explains enough");
}

} // namespace roofrack
