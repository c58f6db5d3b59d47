// SPDX-License-Identifier: GPL-3.0-or-later
// Of long runs and studies.
#include "core/base/constants/filler.h"

namespace roofrack {

void fill(Filler& f, Defaults::Stragglers& s, Defaults::Failures& v, Defaults::Convergence& c,
          Defaults::Regimes& r) {
    f.begin("stragglers");
    f.read("iid_rank_step_cv", s.iid_cv);
    f.read("persistent_rank_cv", s.persistent_cv);
    f.read("sequence_imbalance_cv", s.imbalance_cv);
    f.read("slow_gpu.chance", s.slow_chance);
    f.read("slow_gpu.speed", s.slow_speed);
    f.begin("failures");
    f.read("rate_per_1000_node_days", v.rate_per_1000_node_days);
    f.read("rate_of_ampere_per_1000_node_days", v.rate_of_ampere);
    f.read("restart", v.restart);
    f.read("restart_share.detect", v.restart_detect);
    f.read("restart_share.schedule", v.restart_schedule);
    f.read("start_up_per_1000_gpus", v.start_up_per_1000_gpus);
    f.read("cause_share.gpu", v.share_gpu);
    f.read("cause_share.hbm", v.share_hbm);
    f.read("cause_share.network", v.share_network);
    f.read("cause_share.host", v.share_host);
    f.read("cause_share.software", v.share_software);
    f.read("planned_stops_per_1000_node_days", v.planned_stops_per_1000_node_days);
    f.read("repair", v.repair);
    f.read("switch_rate_per_1000_days", v.switch_rate);
    f.read("rack_power_rate_per_1000_days", v.rack_power_rate);
    f.read("switch_repair", v.switch_repair);
    f.read("memory_recovers", v.memory_recovers);
    f.read("checkpoint_bytes_per_parameter", v.checkpoint_bytes_per_parameter);
    f.read("checkpoint_quiesce", v.checkpoint_quiesce);
    f.read("checkpoint_least_interval", v.checkpoint_least_interval);
    f.read("local_drive_rate", v.local_drives);
    f.begin("convergence");
    f.read("critical_batch_zhang.sequence", c.zhang_sequence);
    f.read("critical_batch_zhang.coefficient_data", c.zhang_data);
    f.read("critical_batch_zhang.exponent", c.zhang_exponent);
    f.read("critical_batch_zhang.overhead", c.zhang_overhead);
    f.read("synchronous_loss.factor", c.synchronous_loss);
    f.read("synchronous_loss.exponent", c.synchronous_exponent);
    f.read("local_loss.factor", c.local_loss);
    f.read("local_loss.exponent", c.local_exponent);
    f.read("local_loss.replicas_exponent", c.local_replicas_exponent);
    f.read("local_loss.cadence", c.local_cadence);
    f.read("local_steps.per_cadence", c.local_per_cadence);
    f.read("local_known.residual", c.local_residual);
    f.read("local_known.parameters", c.local_most_parameters);
    f.read("local_known.replicas", c.local_most_replicas);
    f.read("local_known.steps", c.local_most_steps);
    f.read("whole_gradients", c.whole_gradients);
    f.read("critical_batch_kaplan.batch", c.kaplan_batch);
    f.read("critical_batch_kaplan.exponent", c.kaplan_exponent);
    f.read("critical_batch_kaplan.data", c.kaplan_data);
    f.read("critical_batch_kaplan.data_exponent", c.kaplan_data_exponent);
    f.read("critical_batch_bergsma.sequence", c.bergsma_sequence);
    f.read("critical_batch_bergsma.coefficient", c.bergsma_coefficient);
    f.read("critical_batch_bergsma.exponent", c.bergsma_exponent);
    f.begin("regimes");
    f.read("elasticity.linear", r.linear);
    f.read("elasticity.knee", r.knee);
    f.read("elasticity.hysteresis", r.hysteresis);
    f.read("span.smoothing", r.smoothing);
    f.read("span.narrowest", r.narrowest);
    f.read("span.least_fall", r.least_fall);
}

void fill(Filler& f, Defaults::MeasuredScaling& m) {
    f.begin("measured_scaling");
    f.read("noise.median", m.noise);
    f.read("noise.spread", m.noise_spread);
    f.read("overhead.ring_inside", m.ring_inside);
    f.read("overhead.ring_between", m.ring_between);
    f.read("overhead.logarithmic", m.logarithmic);
    f.read("overhead.linear", m.linear);
    f.read("chance.saturating", m.saturating_chance);
    f.read("chance.linear", m.linear_chance);
    f.read("node_gpus", m.node_gpus);
    f.read("reach", m.reach);
    f.read("metric_tolerance", m.metric_tolerance);
    f.read("least_noise", m.least_noise);
    f.read("most_scatter", m.most_scatter);
    f.read("least_waiting", m.least_waiting);
}

void fill(Filler& f, Defaults::MemoryWall& m) {
    f.begin("memory_wall");
    f.read("projected_growth.compute", m.compute);
    f.read("projected_growth.bandwidth", m.bandwidth);
    f.read("projected_growth.link", m.link);
    f.read("projected_years", m.years);
}

void fill(Filler& f, Defaults::Announced& a) {
    f.begin("announced");
    f.read("spread", a.spread);
}

} // namespace roofrack
