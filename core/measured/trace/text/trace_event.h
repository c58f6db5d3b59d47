// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace roofrack {

/// One element of traceEvents as raw JSON tokens (a string with its quotes); empty where the member is
/// absent. The views live as long as the callback that receives them.
struct TraceEvent {
    std::string_view ph, cat, name, ts, dur, pid, tid, id, args;
};

/// Puts a member's token into the event; `key` points behind the key's opening quote and the text ends with a
/// quote.
void assign_member(TraceEvent& event, const char* key, std::string_view token);

inline bool is_string(std::string_view token) { return token.size() >= 2 && token.front() == '"'; }
/// The inside of a string token without decoding escapes; other tokens as they are.
inline std::string_view unquoted(std::string_view token) {
    return is_string(token) ? token.substr(1, token.size() - 2) : token;
}
/// Decodes a string token's escapes into valid UTF-8; what is invalid becomes U+FFFD.
std::string decoded(std::string_view token);

/// Receives what is whole and what is not, in the order of the file. Offsets are into the inflated text.
class TraceEventSink {
public:
    virtual ~TraceEventSink() = default;
    virtual void event(const TraceEvent& event, int64_t offset) = 0;
};

} // namespace roofrack
