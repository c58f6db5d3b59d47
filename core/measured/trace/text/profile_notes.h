// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/trace/text/trace_event.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace roofrack {

/// What a PyTorch profile says beside its times: the text around its events, and, in order, the host's
/// operators and the program's marks. These are kept while a file is read, so that a question about what ran
/// does not read it again.
struct ProfileNotes {
    /// An operator with its inputs as the profiler wrote them, JSON, or a mark, which has none.
    struct Call {
        std::string name, dims, types;
        bool is_operator = false;
    };
    std::string header, trailer;
    std::vector<Call> calls;     ///< each once
    std::vector<uint32_t> order; ///< Places in `calls`, one for each time that one was recorded.
    bool has_tf32 = false;       ///< Kernels say that they multiply in TF32.
};

/// A call in the text of an event.
struct NotedCall {
    std::string_view name, dims, types; ///< `dims` and `types` are empty where no inputs were recorded.
    bool is_operator = false;
};
/// Nothing where the event is neither an operator of the host nor a mark.
std::optional<NotedCall> noted_call(const TraceEvent& event);
/// Whether the event is a kernel whose name says that it multiplies in TF32.
bool is_tf32_kernel(const TraceEvent& event);

/// Takes notes of the events that it hands on.
class ProfileNoter final : public TraceEventSink {
public:
    explicit ProfileNoter(TraceEventSink& next)
        : m_next(next) {}

    void event(const TraceEvent& event, int64_t offset) override;
    /// Null where more than a million different calls were recorded: then the file has to be read again.
    std::shared_ptr<const ProfileNotes> take(std::string header, std::string trailer);

private:
    TraceEventSink& m_next;
    std::shared_ptr<ProfileNotes> m_notes = std::make_shared<ProfileNotes>();
    std::unordered_map<std::string, uint32_t> m_places;
    std::string m_key;
};

} // namespace roofrack
