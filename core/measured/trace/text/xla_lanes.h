// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/trace_event.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>

namespace roofrack {

/// The 0 of "/device:GPU:0", the 3 of "/device:TPU:3"; none for other processes.
std::optional<int> xla_device_number(std::string_view process);
/// True of a lane that is a stream of a GPU: "Stream #14(Memset,Compute)". The other lanes of a device repeat
/// the streams, summed up by module, operator or source line.
bool is_xla_stream(std::string_view lane);
/// True of what copies or sets memory, by its name: "MemcpyD2D", "CopyDeviceToDevice" and the kernels by
/// which AMD's runtime does it.
bool is_xla_copy(std::string_view activity);
/// True of an operator of XLA that communicates; its kernels do not always tell by their names.
bool is_hlo_collective(std::string_view op);

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
    bool on_stream(const TraceEvent& event) const;

private:
    std::map<std::string, int, std::less<>> m_devices; ///< by pid
    std::set<std::string, std::less<>> m_streams;      ///< pid/tid
};

} // namespace roofrack
