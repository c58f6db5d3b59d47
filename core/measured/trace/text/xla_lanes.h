// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/trace_event.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace roofrack {

/// The devices of XLA's profiler (JAX, TensorFlow) and the streams of its GPUs, by the names of processes and
/// threads that its Chrome JSON has before all events: "/device:GPU:0", "Stream #14(Memset,Compute)".
class XlaLanes {
public:
    /// Takes an event of phase "M".
    void named(const TraceEvent& metadata);
    /// True of a trace without a device of XLA.
    bool empty() const { return m_devices.empty(); }
    /// The device's own number where the event lies on a device: the 0 of "/device:GPU:0".
    std::optional<int> device_of(const TraceEvent& event) const;
    /// True where it lies on a stream of a GPU. The other lanes of a device repeat the streams, summed up by
    /// module, operator or source line.
    bool on_stream(const TraceEvent& event) const;

private:
    std::map<std::string, int, std::less<>> m_devices; ///< by pid
    std::set<std::string, std::less<>> m_streams;      ///< pid/tid
};

} // namespace roofrack
