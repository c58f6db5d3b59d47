// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/planted/kineto_writer.h"
#include "tests/support/planted/simulated_job.h"

#include <optional>

namespace roofrack::test {

/// A healthy job of that seed: one of four ways to share a model, small or large.
inline PlantedJob healthy_job(uint64_t seed) {
    Chance chance(seed, 1);
    PlantedJob job;
    job.seed = seed;
    job.sharing = static_cast<Sharing>(chance.whole(0, 3));
    job.ranks = 1 << chance.whole(1, 3);
    if (job.sharing == Sharing::tensor || job.sharing == Sharing::pipeline) {
        job.ranks = std::max(4, job.ranks);
        job.inner = chance.happens(0.6) ? 2 : 4;
        if (job.inner == job.ranks) job.inner = 2;
    }
    const bool is_large = chance.happens(0.5);
    job.layer_us = is_large ? std::exp(chance.uniform(std::log(2500), std::log(9000)))
                            : std::exp(chance.uniform(std::log(500), std::log(1500)));
    job.layers = chance.whole(3, 6);
    job.steps = chance.whole(5, 7);
    job.grad_share = chance.uniform(0.2, 0.8);
    job.tensor_share = chance.uniform(0.06, 0.15);
    job.loader_us = chance.uniform(80, 300);
    job.op_us = chance.uniform(5, 9);
    job.reads_loss = chance.happens(0.6);
    if (job.sharing == Sharing::pipeline) {
        job.layers = job.inner * chance.whole(1, 2);
        job.microbatches = job.inner * chance.whole(2, 3);
    }
    job.has_telemetry = is_large && chance.happens(0.5);
    return job;
}

/// Gives a job a cause without strength yet; none where the job cannot have it.
inline bool add_plant(PlantedJob& job, Planted cause, Chance& chance) {
    Plant plant;
    plant.cause = cause;
    plant.rank = chance.whole(0, job.ranks - 1);
    for (const Plant& other : job.plants) {
        if (other.cause == cause) return false;
        // one and the same rank with two causes is one late rank
        const auto is_of_rank = [](Planted each) {
            return each == Planted::late_rank || each == Planted::slow_gpu || each == Planted::throttling;
        };
        if (is_of_rank(cause) && is_of_rank(other.cause) && other.rank == plant.rank)
            plant.rank = (plant.rank + 1) % job.ranks;
    }
    switch (cause) {
    case Planted::slow_link: {
        const int inner_groups = job.sharing == Sharing::tensor     ? job.outer()
                                 : job.sharing == Sharing::pipeline ? job.outer() * (job.inner - 1)
                                                                    : 0;
        plant.inner = inner_groups >= 2 && (job.outer() < 2 || chance.happens(0.6));
        if (!plant.inner && job.outer() < 2) return false;
        plant.group = chance.whole(0, (plant.inner ? inner_groups : job.inner) - 1);
        break;
    }
    case Planted::small_kernels:
        job.layer_us = chance.uniform(12, 40);
        job.steps = 5;
        job.layers = job.sharing == Sharing::pipeline ? 4 * job.inner : 12;
        job.loader_us = 60;
        job.has_telemetry = false;
        plant.strength = 1;
        break;
    case Planted::throttling:
        // sensors are read ten times a second
        job.layer_us = chance.uniform(8000, 14000);
        job.steps = 7;
        job.has_telemetry = true;
        break;
    default: break;
    }
    job.plants.push_back(plant);
    return true;
}

/// The strength at which that cause alone makes the step so much longer, by trying; none where it cannot.
inline std::optional<double> strength_for(PlantedJob job, Planted cause, double longer) {
    PlantedJob healthy = job;
    std::erase_if(healthy.plants, [&](const Plant& each) { return each.cause != Planted::small_kernels; });
    const double step = SimulatedJob(healthy).step_us();
    const auto kept = std::find_if(job.plants.begin(), job.plants.end(),
                                   [&](const Plant& each) { return each.cause == cause; });
    Plant plant = *kept;
    double most = 0;
    switch (cause) {
    case Planted::late_rank: most = 3 * step; break;
    case Planted::starved_input: most = 3 * step; break;
    case Planted::fragmentation: most = 0.3 * step; break;
    case Planted::slow_link: most = 15; break;
    default: most = 1.2; break;
    }
    const auto is_enough = [&](double strength) {
        PlantedJob with = healthy;
        plant.strength = strength;
        with.plants.push_back(plant);
        return SimulatedJob(with).step_us() >= (1 + longer) * step;
    };
    if (!is_enough(most)) return std::nullopt;
    double low = 0, high = most;
    for (int i = 0; i < 7; ++i) (is_enough((low + high) / 2) ? high : low) = (low + high) / 2;
    return high;
}

/// A job of that seed with these causes, each of which makes the step at least a tenth longer also where the
/// others are there already. Another seed is tried where a job cannot have them.
inline PlantedJob planted_job(uint64_t seed, const std::vector<Planted>& causes) {
    for (uint64_t attempt = 0;; ++attempt) {
        PlantedJob job = healthy_job(seed + attempt * 1'000'003);
        Chance chance(job.seed, 2);
        bool possible = true;
        for (const Planted cause : causes) possible = possible && add_plant(job, cause, chance);
        // a host of ten times the speed would make launches no matter
        if (possible && job.plant(Planted::small_kernels)) {
            PlantedJob fast = job;
            std::erase_if(fast.plants,
                          [](const Plant& each) { return each.cause != Planted::small_kernels; });
            const double step = SimulatedJob(fast).step_us();
            fast.host_factor = 0.1;
            possible = step >= 1.3 * SimulatedJob(fast).step_us();
        }
        for (size_t i = 0; possible && i < job.plants.size(); ++i) {
            if (job.plants[i].cause == Planted::small_kernels) continue;
            const auto strength = strength_for(job, job.plants[i].cause, chance.uniform(0.18, 0.5));
            possible = strength.has_value();
            if (possible) job.plants[i].strength = *strength;
        }
        if (!possible) continue;
        const double step = SimulatedJob(job).step_us();
        for (size_t i = 0; possible && job.plants.size() > 1 && i < job.plants.size(); ++i) {
            PlantedJob without = job;
            if (job.plants[i].cause == Planted::small_kernels)
                without.host_factor = 0.1;
            else
                without.plants.erase(without.plants.begin() + static_cast<std::ptrdiff_t>(i));
            possible = step >= 1.1 * SimulatedJob(without).step_us();
        }
        if (possible) return job;
    }
}

} // namespace roofrack::test
