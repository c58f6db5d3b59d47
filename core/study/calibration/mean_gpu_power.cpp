// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/calibration/mean_gpu_power.h"

#include "core/facility/facility_inputs.h"
#include "core/facility/gpu_power.h"
#include "core/step/engine/prepared_impl.h"
#include "core/step/engine/step_solver.h"

#include <map>

namespace roofrack {

std::optional<MeanGpuPower> mean_gpu_power(const Prepared& prepared, const Evaluation& evaluation) {
    const Prepared::Impl& impl = prepared.impl();
    const FacilityInputs& facility = impl.facility->inputs();
    std::map<int, double> gpus_of_group;
    for (const RackModel& rack : facility.racks)
        for (const ServerModel& server : rack.servers)
            gpus_of_group[server.group] += rack.count * server.per_rack * server.gpus;
    const RackState* rack = nullptr;
    const ServerModel* largest = nullptr;
    double most = 0;
    for (size_t r = 0; r < facility.racks.size() && r < evaluation.power.racks.size(); ++r)
        for (const ServerModel& server : facility.racks[r].servers)
            if (server.gpus > 0 && gpus_of_group[server.group] > most) {
                most = gpus_of_group[server.group];
                rack = &evaluation.power.racks[r];
                largest = &server;
            }
    if (!largest) return std::nullopt;
    StepSolver solver(prepared);
    const double batch = evaluation.samples_per_s * evaluation.step_time.si();
    const DutyCycle duty = solver.solve(evaluation.plan, evaluation.gpus, batch).duty;
    MeanGpuPower out;
    out.dynamic = largest->law.dynamic * largest->law.shape(rack->speed) *
                  facility.step_load(duty).mean_of(largest->pace);
    out.all = out.dynamic + idle_at(largest->law, Celsius(largest->idle_temperature),
                                    rack->chip.value_or(Celsius(largest->idle_temperature)));
    return out;
}

} // namespace roofrack
