// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/drawing/network/resolved_drawing.h"
#include "core/step/cost/step.h"
#include "core/step/engine/prepared.h"

#include <vector>

namespace roofrack {

/// Bytes that one sample or sequence of the workload reads: its tokens, or the profile's own figure.
double sample_bytes(const Prepared::Impl& impl);

/// The traffic of one drawn link between the storage and the servers.
struct StorageShare {
    int link = 0;     ///< into Cluster::links
    double rate = 0;  ///< B/s of all its cables that are up, one direction
    double share = 0; ///< share of all bytes that the storage reads or writes
};

/// All that is read or written passes each hop from the storage on, as far as there are GPUs beyond it, and
/// at each hop splits over the links in proportion to their rate; no way leads through a server. Links whose
/// rate nothing tells (neither Link::bandwidth nor the ports of their ends) take no part.
std::vector<StorageShare> storage_shares(const ResolvedDrawing& drawing);

/// B/s that the drawn links between storage and servers carry, at the narrowest hop; 0: no link tells.
double storage_links_rate(const ResolvedDrawing& drawing);

/// What reaches or leaves the storage, B/s: its own rate, `more` times, as far as its links carry; 0: none
/// drawn.
double storage_rate(const Prepared::Impl& impl, ByteRate drawn, double more = 1);

/// What a step takes from the storage and from the servers' processors before it can run. Seconds of a step
/// that waits for nothing else.
struct InputNeeds {
    double bytes = 0;       ///< bytes that a step reads
    double read_rate = 0;   ///< B/s from the storage; 0: none drawn
    double read = 0;        ///< s at that rate
    double server_rate = 0; ///< samples/s that one server prepares; 0: not limiting
    double prepare = 0;     ///< s at that rate

    // While an asynchronous checkpoint is written.
    double left = 1;    ///< share of the read rate that is left: what the write does not take, half at least
    double writing = 0; ///< share of the time, 0 where nothing is written beside the training

    /// s that input takes between two steps, whatever else they do.
    double time() const { return read > prepare ? read : prepare; }
    /// A step of `busy` s with its wait for input: max(busy, time()), and while a checkpoint is written
    /// max(busy, prepare, read/left); the mean over the wall clock, 1/((1 − writing)/p + writing/q). Storage
    /// serves reads and writes alike when both want more than half (max-min fair; assumption).
    double step(double busy) const;
};
/// The part of the input that a step waits for, or would wait for first.
enum class InputLimit {
    nothing, ///< it needs no input
    storage,
    links,      ///< links of the storage
    checkpoint, ///< storage, but only while an asynchronous checkpoint is written
    loaders     ///< the servers' data pipelines
};
std::string_view name_of(InputLimit limit); ///< "nothing", "storage" …

/// `busy`: s of a step that does not wait for input.
InputLimit input_limit(const Prepared::Impl& impl, const InputNeeds& needs, double busy);

InputNeeds input_needs(const Prepared::Impl& impl, double gpus, double batch,
                       const ResourceKnobs& knobs = {});

/// Adds what a checkpoint of `bytes` that takes `write` s to be written every `interval` s leaves to the
/// reads.
void add_background_write(const Prepared::Impl& impl, double bytes, double write, double interval,
                          const ResourceKnobs& knobs, InputNeeds& needs);

} // namespace roofrack
