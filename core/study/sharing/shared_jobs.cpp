// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/sharing/shared_jobs.h"

#include "core/drawing/network/level_share.h"
#include "core/step/collectives/rate_share.h"
#include "core/step/engine/plan_at_size.h"
#include "core/step/engine/prepared_impl.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr double worth_a_finding = 0.01, grave_loss = 0.1; // share of our job's speed that is worth a finding

/// What a job does at one shared border.
struct AtBorder {
    double block = 0;             ///< its GPUs in the block that holds most of them
    double duty = 0, demand = 0;  ///< share of the time, B/s a GPU of the links' rate while it sends
    double alone = 0, shared = 0; ///< B/s a GPU that the border lets through
};

struct Job {
    std::string name;
    double gpus = 0, first = 0;      ///< GPUs before it, packed
    const OtherJob* given = nullptr; ///< null: costed by the engine
    std::optional<Prepared> prepared;
    Plan plan;
    double batch = 0;
    StepState state;
    double alone = 0, shared = 0; ///< s of a step
    std::string reason;
    std::vector<AtBorder> at; ///< borders of each level

    bool costed() const { return prepared && reason.empty(); }
};

class FabricSharing {
public:
    FabricSharing(const Fabric& fabric, JobPlacement placement, std::vector<Job> jobs)
        : m_fabric(fabric)
        , m_packed(placement == JobPlacement::packed)
        , m_jobs(std::move(jobs)) {
        const double server = std::max(fabric.scale_up_domain, fabric.gpus_per_server) * (1 + 1e-9);
        for (size_t i = 0; i + 1 < levels().size(); ++i) {
            const auto& outer = levels()[i + 1].roles;
            const bool torus = std::ranges::find(outer, "torus") != outer.end();
            m_shared.push_back(!torus && levels()[i].block_gpus > server);
        }
        m_shared.push_back(false); // nothing is beyond the drawing
        double first = 0;
        for (Job& job : m_jobs) {
            job.first = first;
            first += job.gpus;
            job.at.resize(levels().size());
            place(job);
        }
    }

    bool solve() {
        for (Job& job : m_jobs) start(job);
        constexpr int most_rounds = 60;
        for (int round = 0; round < most_rounds; ++round) {
            double change = 0;
            for (Job& job : m_jobs) share(job);
            for (Job& job : m_jobs) change = std::max(change, step(job));
            if (change < 1e-9) return true;
        }
        return false;
    }

    const std::vector<Job>& jobs() const { return m_jobs; }
    bool shared_border(size_t level) const { return m_shared[level]; }

private:
    const std::vector<FabricLevel>& levels() const { return m_fabric.levels; }

    /// GPUs of a job in the k-th block of a level.
    double held(const Job& job, double block, double k) const {
        return std::max(0.0,
                        std::min(job.first + job.gpus, (k + 1) * block) - std::max(job.first, k * block));
    }
    double scattered(const Job& job, double block) const { return block * job.gpus / m_fabric.gpus; }

    void place(Job& job) const {
        for (size_t i = 0; i < levels().size(); ++i) {
            const double block = levels()[i].block_gpus;
            if (!m_shared[i]) {
                job.at[i].block = i + 1 == levels().size() ? job.gpus : std::min(block, job.gpus);
            } else if (m_packed) {
                const double from = std::floor(job.first / block);
                for (double k = from; k * block < job.first + job.gpus; ++k)
                    job.at[i].block = std::max(job.at[i].block, held(job, block, k));
            } else {
                const double inner = i > 0 ? job.at[i - 1].block : 1;
                job.at[i].block = std::max(inner, scattered(job, block));
            }
        }
    }

    /// The fabric as a job sees it: its own part of each block, and what the borders let through.
    std::vector<FabricLevel> view(const Job& job, double AtBorder::*rate) const {
        std::vector<FabricLevel> out = levels();
        for (size_t i = 0; i < out.size(); ++i) {
            if (!m_shared[i] && i + 1 < out.size()) continue;
            out[i].block_gpus = std::max(job.at[i].block, i > 0 ? out[i - 1].block_gpus : 1.0);
            if (m_shared[i]) out[i].egress = ByteRate(job.at[i].*rate);
            out[i].unequal.clear(); // the block is as large as most
        }
        return out;
    }

    /// What a border lets through for a GPU when `most` gets through the levels inside; as drawn where it
    /// takes nothing away.
    double let_through(size_t level, double rate, double most) const {
        return rate >= most ? std::max(levels()[level].egress.si(), most) : rate;
    }
    double inside(const Job& job, size_t level, double AtBorder::*rate) const {
        return level == 0            ? levels()[0].inside.si()
               : m_shared[level - 1] ? job.at[level - 1].*rate
                                     : levels()[level - 1].egress.si();
    }

    void start(Job& job) const {
        for (size_t i = 0; i < levels().size(); ++i) {
            AtBorder& at = job.at[i];
            if (!m_shared[i] || at.block <= 0) continue;
            const double most = inside(job, i, &AtBorder::alone);
            const double part = levels()[i].block_gpus / at.block; // 1 where a block is the job's own
            at.alone = at.shared = let_through(i, levels()[i].egress.si() * part, most);
        }
        if (job.costed()) {
            job.state = solved(job, &AtBorder::alone);
            job.alone = job.shared = job.state.step;
            read_traffic(job);
        } else if (job.given) {
            job.alone = job.shared = job.given->step.si();
            for (const JobTraffic& traffic : job.given->traffic) {
                LevelConditions named;
                named.level = traffic.level;
                for (size_t i = 1; i < levels().size(); ++i) {
                    if (!means(named, levels()[i]) || !m_shared[i - 1]) continue;
                    job.at[i - 1].duty = traffic.duty;
                    job.at[i - 1].demand = traffic.rate.si() / traffic.duty;
                }
            }
        }
    }

    StepState solved(const Job& job, double AtBorder::*rate) const {
        const Prepared seen = job.prepared->with_levels(view(job, rate));
        return StepSolver(seen).solve(job.plan, job.gpus, job.batch);
    }

    /// How long a costed job sends over each border, and how fast, of what it now gets.
    void read_traffic(Job& job) const {
        const Prepared seen = job.prepared->with_levels(view(job, &AtBorder::shared));
        const Prepared::Impl& impl = seen.impl();
        const BorderTraffics traffic = step_traffic(impl, job.plan, job.batch, job.state);
        const double quality = impl.model.generic ? 1 : software_of(impl, job.plan).network_quality;
        for (size_t i = 0; i < levels().size(); ++i) {
            if (!m_shared[i]) continue;
            double seconds = 0, bytes = 0;
            for (const BorderTraffic& kind : traffic) {
                const double leaving = kind.leaving(job.at[i].block);
                if (leaving <= 0 || kind.seconds <= 0) continue;
                seconds += kind.seconds;
                bytes += leaving / kind.reach;
            }
            const FabricLevel& level = impl.fabric.levels[i];
            const double reached =
                border_rate(level, level.egress, impl.fabric.levels.front().egress.si(), level.left(job.gpus),
                            quality, impl.scenario.calibration.network_variant,
                            CollectiveConstants::built_in(), impl.defaults->collectives);
            job.at[i].duty = job.state.step > 0 ? std::min(1.0, seconds / job.state.step) : 0;
            job.at[i].demand =
                seconds > 0 && reached > 0 ? std::min(1.0, bytes / seconds / reached) * level.egress.si() : 0;
        }
    }

    /// Mean of what the job's GPUs get in its worst block, over who else sends.
    void share(Job& job) const {
        for (size_t i = 0; i < levels().size(); ++i) {
            AtBorder& at = job.at[i];
            if (!m_shared[i] || at.duty <= 0) continue;
            const double block = levels()[i].block_gpus;
            const double most = inside(job, i, &AtBorder::shared);
            double least = at.alone;
            const double last = m_packed ? std::ceil((job.first + job.gpus) / block - 1e-9) : 1;
            for (double k = m_packed ? std::floor(job.first / block) : 0; k < last; ++k) {
                const double own = m_packed ? held(job, block, k) : at.block;
                if (own <= 0) continue;
                least = std::min(least, in_block(job, i, k, own, most));
            }
            at.shared = least;
        }
    }

    double in_block(const Job& job, size_t level, double k, double own, double most) const {
        const double block = levels()[level].block_gpus;
        std::vector<std::pair<Contender, double>> others; // and their duty
        for (const Job& other : m_jobs) {
            if (&other == &job) continue;
            const AtBorder& at = other.at[level];
            const double gpus = m_packed ? held(other, block, k) : at.block;
            if (gpus > 0 && at.duty > 0 && at.demand > 0) others.push_back({{gpus, at.demand}, at.duty});
        }
        const double capacity = levels()[level].egress.si() * block;
        double mean = 0;
        std::vector<Contender> sending;
        for (size_t set = 0; set < size_t(1) << others.size(); ++set) {
            double chance = 1;
            sending.clear();
            for (size_t o = 0; o < others.size(); ++o) {
                const bool sends = (set >> o & 1) != 0;
                chance *= sends ? others[o].second : 1 - others[o].second;
                if (sends) sending.push_back(others[o].first);
            }
            if (chance > 0)
                mean += chance * let_through(level, fair_rate(capacity, own, most, sending), most);
        }
        return mean;
    }

    /// The job's step with what it now gets; returns how far it moved.
    double step(Job& job) const {
        const double before = job.shared;
        double moved = 0;
        if (job.costed()) {
            job.state = solved(job, &AtBorder::shared);
            job.shared = job.state.step;
            std::vector<AtBorder> last = job.at;
            read_traffic(job);
            for (size_t i = 0; i < last.size(); ++i) { // half-way: two jobs do not swing against each other
                job.at[i].duty = (job.at[i].duty + last[i].duty) / 2;
                job.at[i].demand = (job.at[i].demand + last[i].demand) / 2;
                moved = std::max(moved, std::abs(job.at[i].duty - last[i].duty));
            }
        } else if (job.given) {
            // Sending takes longer, the rest of the step as long as before.
            double longer = 1;
            for (size_t i = 0; i < job.at.size(); ++i) longer += given_duty(job, i) * (stretch(job, i) - 1);
            for (size_t i = 0; i < job.at.size(); ++i) {
                if (job.at[i].duty <= 0) continue;
                const double then = given_duty(job, i) * stretch(job, i) / longer;
                moved = std::max(moved, std::abs(then - job.at[i].duty));
                job.at[i].duty = then;
            }
            job.shared = job.alone * longer;
        }
        return std::max(moved, before > 0 ? std::abs(job.shared / before - 1) : 0.0);
    }

    const JobTraffic* said(const Job& job, size_t border) const {
        for (const JobTraffic& traffic : job.given->traffic) {
            LevelConditions named;
            named.level = traffic.level;
            if (border + 1 < levels().size() && means(named, levels()[border + 1])) return &traffic;
        }
        return nullptr;
    }
    double given_duty(const Job& job, size_t border) const {
        const JobTraffic* traffic = said(job, border);
        return traffic && m_shared[border] ? traffic->duty : 0;
    }
    /// How much longer given traffic takes than alone.
    double stretch(const Job& job, size_t border) const {
        const AtBorder& at = job.at[border];
        if (at.demand <= 0 || at.shared <= 0) return 1;
        return std::max(1.0, std::min(at.demand, at.alone) / at.shared);
    }

    const Fabric& m_fabric;
    bool m_packed;
    std::vector<Job> m_jobs;
    std::vector<bool> m_shared; ///< for each level: its border is crossed by several jobs
};

Job job_of(const std::string& name, double gpus, const Prepared& prepared) {
    Job out;
    out.name = name;
    out.gpus = gpus;
    out.prepared = prepared;
    out.batch = batch_of(prepared.impl());
    StepSolver solver(prepared);
    PlanAtSize found;
    out.reason = try_plan(prepared, solver, prepared.scenario().plan, gpus, out.batch, found);
    out.plan = found.plan;
    return out;
}

JobShare share_of(const Job& job, const Fabric& fabric, const FabricSharing& sharing) {
    JobShare out;
    out.name = job.name;
    out.gpus = job.gpus;
    out.reason = job.reason;
    out.alone = Seconds(job.alone);
    out.shared = Seconds(job.shared);
    out.loss = job.shared > 0 ? std::max(0.0, 1 - job.alone / job.shared) : 0;
    for (size_t i = 0; i + 1 < fabric.levels.size(); ++i) {
        const AtBorder& at = job.at[i];
        if (!sharing.shared_border(i) || at.duty <= 0) continue;
        out.levels.push_back({fabric.levels[i + 1].name, at.duty, ByteRate(at.demand), ByteRate(at.alone),
                              ByteRate(at.shared)});
    }
    return out;
}

void judge(SharedJobs& out) {
    const JobShare& own = out.jobs.front();
    if (own.loss < worth_a_finding) return;
    std::string where;
    for (const JobLevel& level : own.levels)
        if (level.shared.si() < level.alone.si() * (1 - 1e-9))
            where += (where.empty() ? "" : ", ") + level.level;
    out.findings.push_back(
        {own.loss >= grave_loss ? Severity::warning : Severity::info,
         std::string(finding_of_jobs),
         fmt::format("Other jobs take {:.1f} % of the speed of {}", 100 * own.loss, own.name),
         fmt::format("they send through the same links: {}", where),
         out.placement == JobPlacement::scattered
             ? "pack each job into blocks of its own, or give the level more links"
             : "let jobs end at the edge of a block, or give the level more links",
         {}});
}

} // namespace

Result<SharedJobs> shared_jobs(const Project& project, const Prepared& prepared, const Catalog& catalog) {
    const Scenario& scenario = prepared.scenario();
    const Fabric& fabric = prepared.fabric();
    double others = 0;
    for (const OtherJob& each : scenario.jobs) others += each.gpus;
    if (others >= fabric.gpus)
        return fail("/jobs",
                    fmt::format("the other jobs have {:.0f} GPUs, and {:.0f} are drawn", others, fabric.gpus),
                    "leave some for the scenario's own job");
    std::vector<Job> jobs;
    jobs.push_back(
        job_of(scenario.name.empty() ? "this job" : scenario.name, fabric.gpus - others, prepared));
    for (size_t i = 0; i < scenario.jobs.size(); ++i) {
        const OtherJob& each = scenario.jobs[i];
        if (each.scenario.empty()) {
            for (size_t t = 0; t < each.traffic.size(); ++t) {
                LevelConditions named;
                named.level = each.traffic[t].level;
                if (std::ranges::none_of(fabric.levels,
                                         [&](const FabricLevel& level) { return means(named, level); }))
                    return fail(
                        fmt::format("/jobs/{}/traffic/{}/level", i, t),
                        fmt::format("no level of the fabric is '{}'", named.level),
                        "name a level as `roofrack-cli loads` prints them, or by its role: leaf, spine");
            }
            Job job;
            job.name = each.name;
            job.gpus = each.gpus;
            job.given = &each;
            jobs.push_back(std::move(job));
            continue;
        }
        const Scenario* other = project.find_scenario(each.scenario);
        if (!other)
            return fail(fmt::format("/jobs/{}/scenario", i),
                        fmt::format("there is no scenario '{}'", each.scenario),
                        "name a scenario of this project");
        Scenario here = *other;
        here.cluster = scenario.cluster;
        here.parts = scenario.parts;
        here.site = scenario.site;
        const auto on_this = Prepared::make(here, catalog);
        if (!on_this) return tl::unexpected(on_this.error());
        jobs.push_back(job_of(each.name, each.gpus, *on_this));
    }
    SharedJobs out;
    out.placement = scenario.site.job_placement;
    out.drawn = fabric.gpus;
    FabricSharing sharing(fabric, out.placement, std::move(jobs));
    out.settled = sharing.solve();
    for (const Job& job : sharing.jobs()) out.jobs.push_back(share_of(job, fabric, sharing));
    judge(out);
    return out;
}

} // namespace roofrack
