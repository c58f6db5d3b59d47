// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/lanes/trace_lanes.h"
#include "core/measured/trace/trace.h"

namespace roofrack {

/// What a digest holds of each struct, member by member: writing and reading are the same list, so a member
/// that is added here is in both. `Archive` is called with a key and the member. New members are read as they
/// are by default from digests that lack them; a bool is false by default, since a false one is left out.
template<class Archive>
void archive(Archive& a, TraceTimes& times) {
    a("window_ns", times.window_ns);
    a("compute_ns", times.compute_ns);
    a("comm_ns", times.comm_ns);
    a("mem_ns", times.mem_ns);
    a("idle_ns", times.idle_ns);
    a("overlap_comp_comm_ns", times.overlap_comp_comm_ns);
    a("exposed_comm_ns", times.exposed_comm_ns);
    a("exposed_mem_ns", times.exposed_mem_ns);
    a("dataloader_ns", times.dataloader_ns);
    a("overlap_pct", times.overlap_pct);
    a("device_events", times.device_events);
}

template<class Archive>
void archive(Archive& a, TraceStep& step) {
    a("name", step.name);
    a("times", step.times);
    a("bounds", step.bounds);
}

template<class Archive>
void archive(Archive& a, TraceCollective& collective) {
    a("id", collective.id);
    a("kind", collective.kind);
    a("bytes", collective.bytes);
    a("group_size", collective.group_size);
    a("start_ns", collective.start_ns);
    a("duration_ns", collective.duration_ns);
    a("dtype", collective.dtype);
    a("group", collective.group);
    a("sequence", collective.sequence);
}

template<class Archive>
void archive(Archive& a, LaneColumns& columns) {
    a("start_ns", columns.start_ns);
    a("duration_ns", columns.duration_ns);
    a("name", columns.name);
    a("lane", columns.lane);
    a("category", columns.category);
}

template<class Archive>
void archive(Archive& a, OpShape& shape) {
    a("dims", shape.dims);
    a("types", shape.types);
}

template<class Archive>
void archive(Archive& a, HostLanes& host) {
    a("events", host.events);
    a("threads", host.threads);
    a("shape", host.shape);
    a("shapes", host.shapes);
}

template<class Archive>
void archive(Archive& a, LaneStep& step) {
    a("name", step.name);
    a("start_ns", step.start_ns);
    a("end_ns", step.end_ns);
}

template<class Archive>
void archive(Archive& a, TraceLanes& lanes) {
    a("names", lanes.names);
    a("host", lanes.host);
    a("device", lanes.device);
    a("launch", lanes.launch);
    a("collectives", lanes.collectives);
    a("steps", lanes.steps);
    a("streams", lanes.streams);
}

template<class Archive>
void archive(Archive& a, TraceRank& rank) {
    a("file", rank.file);
    a("device", rank.device);
    a("rank", rank.rank);
    a("world_size", rank.world_size);
    a("gpu", rank.gpu);
    a("bytes", rank.bytes);
    a("events", rank.events);
    a("times", rank.times);
    a("start_ns", rank.start_ns);
    a("clock_base_ns", rank.clock_base_ns);
    a("steps", rank.steps);
    a("outside_steps", rank.outside_steps);
    a("collectives", rank.collectives);
    a("lanes", rank.lanes);
}

template<class Archive>
void archive(Archive& a, LoggedTimer& timer) {
    a("timer", timer.timer);
    a("least_s", timer.least_s);
    a("most_s", timer.most_s);
    a("most_rank", timer.most_rank);
}

template<class Archive>
void archive(Archive& a, TimedPart& part) {
    a("name", part.name);
    a("work", part.work);
    a("within", part.within);
    a("seconds", part.seconds);
    a("own_s", part.own_s);
    a("share", part.share);
    a("least_s", part.least_s);
    a("most_s", part.most_s);
}

template<class Archive>
void archive(Archive& a, TimedRank& rank) {
    a("rank", rank.rank);
    a("compute_s", rank.compute_s);
    a("wait_s", rank.wait_s);
    a("slowest_in", rank.slowest_in);
}

template<class Archive>
void archive(Archive& a, StepTimers& timers) {
    a("ranks", timers.ranks);
    a("steps", timers.steps);
    a("step_s", timers.step_s);
    a("parts", timers.parts);
    a("by_rank", timers.by_rank);
}

template<class Archive>
void archive(Archive& a, RunPhase& phase) {
    a("work", phase.work);
    a("seconds", phase.seconds);
    a("times", phase.times);
    a("share", phase.share);
}

template<class Archive>
void archive(Archive& a, LoggedStep& step) {
    a("iteration", step.iteration);
    a("global_batch", step.global_batch);
    a("devices", step.devices);
    a("step_s", step.step_s);
    a("samples_per_s", step.samples_per_s);
    a("tokens_per_s", step.tokens_per_s);
    a("tokens_per_s_per_gpu", step.tokens_per_s_per_gpu);
    a("tflops_per_gpu", step.tflops_per_gpu);
    a("loss", step.loss);
    a("timers", step.timers);
}

template<class Archive>
void archive(Archive& a, LoggedTransfer& transfer) {
    a("collective", transfer.collective);
    a("ranks", transfer.ranks);
    a("bytes", transfer.bytes);
    a("seconds", transfer.seconds);
    a("bus_bytes_per_s", transfer.bus_bytes_per_s);
}

template<class Archive>
void archive(Archive& a, SensorSample& sample) {
    a("time_s", sample.time_s);
    a("clock_mhz", sample.clock_mhz);
    a("power_w", sample.power_w);
    a("temperature_c", sample.temperature_c);
}

template<class Archive>
void archive(Archive& a, LoggedSensors& sensors) {
    a("name", sensors.name);
    a("samples", sensors.samples);
    a("mean_power_w", sensors.mean_power_w);
    a("most_power_w", sensors.most_power_w);
    a("mean_clock_mhz", sensors.mean_clock_mhz);
    a("least_clock_mhz", sensors.least_clock_mhz);
    a("most_temperature_c", sensors.most_temperature_c);
    a("mean_utilisation", sensors.mean_utilisation);
    a("readings", sensors.readings);
}

template<class Archive>
void archive(Archive& a, MeasuredFile& file) {
    a("file", file.file);
    a("kind", file.kind);
    a("program", file.program);
    a("gpu", file.gpu);
    a("devices", file.devices);
    a("duration_s", file.duration_s);
    a("bytes", file.bytes);
    a("records", file.records);
    a("global_batch", file.global_batch);
    a("sequence", file.sequence);
    a("median_step_s", file.median_step_s);
    a("iterations", file.iterations);
    a("counts_samples", file.counts_samples);
    a("planned_iterations", file.planned_iterations);
    a("skipped_iterations", file.skipped_iterations);
    a("steps", file.steps);
    a("transfers", file.transfers);
    a("sensors", file.sensors);
    a("timers", file.timers);
    a("phases", file.phases);
    a("began_again", file.began_again);
    a("ended", file.ended);
    a("outcome", file.outcome);
    a("hint", file.hint);
}

template<class Archive>
void archive(Archive& a, TraceWarning& warning) {
    a("file", warning.file);
    a("offset", warning.offset);
    a("message", warning.message);
    a("is_mild", warning.is_mild);
}

} // namespace roofrack
