// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/draft/operator_shapes.h"
#include "core/measured/trace/text/profile_notes.h"
#include "core/measured/trace/text/trace_event.h"

#include <string_view>

namespace roofrack {

/// Puts the events of a PyTorch profile into `shapes`.
class ShapeSink final : public TraceEventSink {
public:
    explicit ShapeSink(OperatorShapes& shapes)
        : m_shapes(shapes) {}
    void event(const TraceEvent& event, int64_t offset) override;

private:
    OperatorShapes& m_shapes;
};

/// Puts what was noted of a PyTorch profile into `shapes`, as its events would be.
void add_notes(const ProfileNotes& notes, OperatorShapes& shapes);

/// Puts the nodes of a PyTorch execution trace into `shapes`; `text`: of the file, "nodes" within it. What is
/// broken or cut off ends it.
void add_nodes(std::string_view text, OperatorShapes& shapes);

} // namespace roofrack
