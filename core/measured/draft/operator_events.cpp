// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/operator_events.h"

#include "core/measured/trace/text/json_scanner.h"

#include <charconv>

namespace roofrack {

namespace {

/// "[16, 256]" → {16, 256}; a list of shapes and what is no number: empty.
OperatorShapes::Dims dims_of(std::string_view token) {
    OperatorShapes::Dims out;
    bool is_plain = true;
    JsonScanner scanner(token);
    scanner.elements([&](std::string_view element) {
        double value = 0;
        const auto [end, error] = std::from_chars(element.data(), element.data() + element.size(), value);
        is_plain = is_plain && error == std::errc{} && end == element.data() + element.size() && value >= 0;
        out.push_back(value);
    });
    return is_plain ? out : OperatorShapes::Dims();
}

std::vector<OperatorShapes::Dims> shapes_of(std::string_view token) {
    std::vector<OperatorShapes::Dims> out;
    JsonScanner scanner(token);
    scanner.elements([&](std::string_view element) { out.push_back(dims_of(element)); });
    return out;
}

std::vector<std::string> types_of(std::string_view token) {
    std::vector<std::string> out;
    JsonScanner scanner(token);
    scanner.elements([&](std::string_view element) { out.push_back(decoded(element)); });
    return out;
}

} // namespace

void ShapeSink::event(const TraceEvent& event, int64_t) {
    if (is_tf32_kernel(event)) m_shapes.mark_tf32();
    const auto call = noted_call(event);
    if (!call) return;
    m_shapes.mark(call->name);
    if (!call->dims.empty()) m_shapes.add(call->name, shapes_of(call->dims), types_of(call->types));
}

void add_notes(const ProfileNotes& notes, OperatorShapes& shapes) {
    if (notes.has_tf32) shapes.mark_tf32();
    struct Inputs {
        std::vector<OperatorShapes::Dims> dims;
        std::vector<std::string> types;
    };
    std::vector<Inputs> inputs;
    inputs.reserve(notes.calls.size());
    for (const ProfileNotes::Call& call : notes.calls)
        inputs.push_back({shapes_of(call.dims), types_of(call.types)});
    for (const uint32_t place : notes.order) {
        const ProfileNotes::Call& call = notes.calls[place];
        shapes.mark(call.name);
        if (!call.dims.empty()) shapes.add(call.name, inputs[place].dims, inputs[place].types);
    }
}

void add_nodes(std::string_view text, OperatorShapes& shapes) {
    JsonScanner nodes(member_text(text, "\"nodes\"", '['));
    nodes.elements([&](std::string_view node) {
        std::string_view name, dims, types;
        JsonScanner scanner(node);
        scanner.members([&](std::string_view key, std::string_view token) {
            if (key == "\"name\"") name = unquoted(token);
            if (key == "\"input_shapes\"") dims = token;
            if (key == "\"input_types\"") types = token;
            if (key != "\"inputs\"" || !token.starts_with('{')) return;
            JsonScanner inputs(token);
            inputs.members([&](std::string_view inner, std::string_view value) {
                if (inner == "\"shapes\"") dims = value;
                if (inner == "\"types\"") types = value;
            });
        });
        shapes.mark(name);
        if (!dims.empty()) shapes.add(name, shapes_of(dims), types_of(types));
    });
}

} // namespace roofrack
