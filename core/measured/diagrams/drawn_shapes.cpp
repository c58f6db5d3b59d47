// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/drawn_shapes.h"

#include "core/base/catalog/catalog.h"
#include "core/base/units/printable.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/project/json_text.h"
#include "core/measured/diagrams/plain_label.h"
#include "core/measured/diagrams/understood_shape.h"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr double nudge = 0.5; ///< px by which a place may differ and is the same
constexpr size_t most_told = 20;

std::string data_of(const DiagramCell& cell, std::string_view key) {
    const auto at = cell.data.find(key);
    return at == cell.data.end() ? std::string() : at->second;
}

bool is_marked(const DiagramCell& cell) {
    return !data_of(cell, "roofrack_id").empty() && element_kind(data_of(cell, "kind")).has_value();
}

/// Label and text in one line, as labels are compared.
std::string in_one_line(std::string text) {
    std::ranges::replace(text, '\n', ' ');
    std::ranges::replace(text, '\t', ' ');
    return text;
}

std::string text_at(const Json& json, const char* key) {
    const auto at = json.find(key);
    return at != json.end() && at->is_string() ? at->get<std::string>() : std::string();
}

/// Name and count of a label as Roofrack writes it: "Spine (2) × 4" are four.
CountedLabel counted(const std::string& label) {
    if (label.find("×") == std::string::npos) return {label, 1};
    return counted_label(label);
}

} // namespace

Result<WrittenPage> written_page(const std::string& text, const std::string& where) {
    constexpr size_t most_keys = 1'000'000;
    const auto json = parse_json_text(text, where, most_keys);
    const auto not_ours = [&](const char* what) {
        return fail(where + ", data 'roofrack_drawing'", what, "export the drawing again");
    };
    if (!json || !json->is_object()) return not_ours("it was changed and says nothing");
    const auto version = json->find("version");
    if (version == json->end() || !version->is_number()) return not_ours("it has no version");
    if (version->get<double>() > 1) return fail(where, "a newer Roofrack wrote it", "update Roofrack");
    WrittenPage out;
    out.scenario = text_at(*json, "scenario");
    if (const auto parts = json->find("parts"); parts != json->end()) out.parts = *parts;
    if (const auto cluster = json->find("cluster"); cluster != json->end() && cluster->is_object())
        out.cluster = *cluster;
    if (const auto lines = json->find("lines"); lines != json->end() && lines->is_array())
        for (const Json& id : *lines)
            if (id.is_string()) out.lines.push_back(id.get<std::string>());
    const auto shapes = json->find("shapes");
    if (shapes == json->end() || !shapes->is_array()) return out;
    for (const Json& each : *shapes) {
        if (!each.is_object()) continue;
        WrittenPage::Shape shape;
        shape.label = text_at(each, "label");
        if (const auto box = each.find("box"); box != each.end() && box->is_array() && box->size() == 4 &&
                                               std::ranges::all_of(*box, &Json::is_number)) {
            shape.x = (*box)[0].get<double>(), shape.y = (*box)[1].get<double>();
            shape.width = (*box)[2].get<double>(), shape.height = (*box)[3].get<double>();
        }
        if (const auto at = each.find("position"); at != each.end()) shape.position = *at;
        if (const auto at = each.find("size"); at != each.end()) shape.size = *at;
        out.shapes.push_back(text_at(each, "id"));
        out.by_id.try_emplace(out.shapes.back(), std::move(shape));
    }
    return out;
}

DrawnShapes::DrawnShapes(const DiagramPage& page, const WrittenPage& written, const Catalog& catalog,
                         std::string where, std::vector<Diagnostic>& warnings)
    : elements(Json::array())
    , links(Json::array())
    , m_page(page)
    , m_written(written)
    , m_catalog(catalog)
    , m_where(std::move(where))
    , m_warnings(warnings)
    , m_ids(page.cells.size())
    , m_is_container(page.cells.size()) {
    for (size_t i = 0; i < page.cells.size(); ++i) m_cells.try_emplace(page.cells[i].id, i);
}

int DrawnShapes::cell_of(const std::string& id) const {
    if (id.empty()) return -1;
    const auto at = m_cells.find(id);
    return at == m_cells.end() ? -1 : static_cast<int>(at->second);
}

void DrawnShapes::tell(const DiagramCell& cell, const std::string& why) {
    if (++m_told > most_told) return;
    const std::string label = printable_line(cell.label.substr(0, 80));
    m_warnings.push_back({m_where + (label.empty() ? ", shape " + printable_line(cell.id.substr(0, 40))
                                                   : fmt::format(", '{}'", label)),
                          why, "it is not in the drawing"});
}

std::string DrawnShapes::Ids::give(const std::string& wanted) {
    if (taken.insert(wanted).second) return wanted;
    size_t& number = next.try_emplace(wanted, 2).first->second;
    for (;;)
        if (std::string id = fmt::format("{}-{}", wanted, number++); taken.insert(id).second) return id;
}

/// Which of several shapes with one id is what was written: that with the id that was written, else the
/// first. Copies get ids of their own.
void DrawnShapes::choose_ids() {
    std::map<std::string, size_t, std::less<>> originals;
    for (size_t i = 0; i < m_page.cells.size(); ++i) {
        const DiagramCell& cell = m_page.cells[i];
        if (!cell.is_shape || !is_marked(cell)) continue;
        const std::string id = data_of(cell, "roofrack_id");
        const auto [at, is_first] = originals.try_emplace(id, i);
        if (!is_first && cell.id == "e-" + id) at->second = i;
    }
    for (const auto& [id, cell] : originals) m_ids[cell] = id, m_element_ids.taken.insert(id);
}

Result<DrawnShapes::Placed> DrawnShapes::place_of(size_t cell) const {
    Placed out{m_page.cells[cell].x, m_page.cells[cell].y, -1};
    int at = cell_of(m_page.cells[cell].parent);
    constexpr int deepest = 200;
    for (int depth = 0; at >= 0; ++depth) {
        const DiagramCell& around = m_page.cells[static_cast<size_t>(at)];
        if (depth == deepest)
            return fail(m_where, "shapes stand in each other in a circle", "mend it in draw.io");
        if (around.is_shape) out.x += around.x, out.y += around.y;
        if (out.container < 0 && m_is_container[static_cast<size_t>(at)]) out.container = at;
        at = cell_of(around.parent);
    }
    return out;
}

/// Its part by the data `part`, which may have been changed by hand.
void DrawnShapes::take_part(const DiagramCell& cell, ElementKind kind, Json& element) {
    const std::string said = data_of(cell, "part"), defined = data_of(cell, "part_definition");
    if (said.empty() || !part_kind_of(kind)) return;
    if (!defined.empty()) {
        const auto json = parse_json_text(defined, "");
        const std::string id = json && json->is_object() ? text_at(*json, "id") : std::string();
        const std::string base = json && json->is_object() ? text_at(*json, "base") : std::string();
        if (said == (id.empty() ? base : id)) {
            element["part"] = *json;
            return;
        }
    }
    const auto is_own = [&](const Json& part) { return part.is_object() && text_at(part, "id") == said; };
    if (m_written.parts.is_array() && std::ranges::any_of(m_written.parts, is_own)) {
        element["part"] = said;
        return;
    }
    if (const Part* part = m_catalog.part(*part_kind_of(kind), said)) {
        element["part"] = part->id;
        return;
    }
    if (++m_without_part > most_told) return;
    m_warnings.push_back({fmt::format("{}, '{}'", m_where, printable_line(cell.label.substr(0, 80))),
                          fmt::format("the catalogue has no {} \"{}\"", name_of(kind), said.substr(0, 80)),
                          "choose its part in the drawing"});
}

Json DrawnShapes::marked_element(size_t index, const Placed& at) {
    const DiagramCell& cell = m_page.cells[index];
    const std::string said = data_of(cell, "roofrack_id");
    const ElementKind kind = *element_kind(data_of(cell, "kind"));
    const auto known = m_written.by_id.find(said);
    const WrittenPage::Shape* const written = known == m_written.by_id.end() ? nullptr : &known->second;
    Json out{{"id", m_ids[index]}, {"kind", name_of(kind)}};
    add_texts(ShapeOf::element, cell.data, out);
    if (const std::string count = data_of(cell, "count"); !count.empty())
        out["count"] = number_or_text(count);
    take_part(cell, kind, out);
    // A changed label is a new name, with a count where it has one.
    if (written && in_one_line(cell.label) != in_one_line(plain_label(written->label, ""))) {
        const CountedLabel was = counted(written->label), is = counted(in_one_line(cell.label));
        if (kind == ElementKind::note)
            out["text"] = cell.label;
        else {
            if (is.name != was.name) out["name"] = is.name;
            if (is.count != was.count) out["count"] = is.count;
        }
    } else if (!written && kind == ElementKind::note && !cell.label.empty() && !out.contains("text"))
        out["text"] = cell.label;
    if (!written) {
        out["position"] = {at.x, at.y};
        return out;
    }
    const double right = at.x - written->x, down = at.y - written->y;
    const bool is_moved = std::abs(right) > nudge || std::abs(down) > nudge;
    const bool has_place = written->position.is_array() && written->position.size() == 2 &&
                           std::ranges::all_of(written->position, &Json::is_number);
    if (is_moved)
        out["position"] = {(has_place ? written->position[0].get<double>() : 0) + right,
                           (has_place ? written->position[1].get<double>() : 0) + down};
    else if (!written->position.is_null())
        out["position"] = written->position;
    const bool is_sized =
        std::abs(cell.width - written->width) > nudge || std::abs(cell.height - written->height) > nudge;
    if (is_sized && is_container(kind) && kind != ElementKind::rack)
        out["size"] = {cell.width, cell.height};
    else if (!written->size.is_null())
        out["size"] = written->size;
    return out;
}

Json DrawnShapes::plain_element(size_t index, const Placed& at) {
    const DiagramCell& cell = m_page.cells[index];
    const auto shape = understand_shape(cell, m_catalog);
    Json out{{"id", m_ids[index]}, {"kind", name_of(shape->kind)}};
    if (!shape->name.empty()) out["name"] = shape->name;
    if (shape->count > 1) out["count"] = shape->count;
    if (!shape->part.empty()) out["part"] = shape->part;
    out["position"] = {at.x, at.y};
    return out;
}

void DrawnShapes::add_line(const DiagramCell& cell) {
    const int from = cell_of(cell.source), to = cell_of(cell.target);
    const auto id_at = [&](int end) { return end < 0 ? std::string() : m_ids[static_cast<size_t>(end)]; };
    const std::string from_id = id_at(from), to_id = id_at(to);
    if (from_id.empty() || to_id.empty())
        return tell(cell, from < 0 || to < 0 ? "the line does not end at a shape"
                                             : "the line ends at a shape that is no element");
    const std::string said = data_of(cell, "roofrack_id"), pattern = data_of(cell, "pattern");
    if (said.empty() || !link_pattern(pattern)) {
        const CountedLabel label = counted_label(in_one_line(cell.label));
        int count = label.count > 1 ? label.count : 0;
        if (const std::string data = data_of(cell, "count"); !data.empty())
            count = counted_label("x × " + data).count;
        plain_lines.push_back({from_id, to_id, cell.label, count});
        return;
    }
    Json link = Json::object();
    link["id"] = m_link_ids.give(said);
    link["from"] = from_id;
    link["to"] = to_id;
    link["pattern"] = pattern;
    if (const std::string count = data_of(cell, "count"); !count.empty())
        link["count"] = number_or_text(count);
    if (const std::string cable = data_of(cell, "cable"); !cable.empty()) link["cable"] = cable;
    add_texts(ShapeOf::link, cell.data, link);
    links.push_back(std::move(link));
}

Result<void> DrawnShapes::read() {
    choose_ids();
    const auto& cells = m_page.cells;
    const auto lies_on_a_line = [&](const DiagramCell& cell) {
        const int around = cell_of(cell.parent);
        return around >= 0 && cells[static_cast<size_t>(around)].is_line;
    };
    // What is an element, before anything asks what it stands in.
    for (size_t i = 0; i < cells.size(); ++i) {
        const DiagramCell& cell = cells[i];
        if (!cell.is_shape || lies_on_a_line(cell)) continue;
        if (is_marked(cell)) {
            if (m_ids[i].empty()) m_ids[i] = m_element_ids.give(data_of(cell, "roofrack_id"));
            m_is_container[i] = is_container(*element_kind(data_of(cell, "kind")));
            continue;
        }
        const auto shape = understand_shape(cell, m_catalog);
        if (!shape) {
            if (!cell.label.empty() || !cell.data.empty()) tell(cell, shape.error().what);
            continue;
        }
        m_ids[i] = m_element_ids.give(shape->part.empty() ? std::string(name_of(shape->kind)) : shape->part);
        m_is_container[i] = is_container(shape->kind);
    }
    struct Drawn {
        size_t order = 0;
        Json element;
        std::string name;
    };
    std::map<std::string, size_t, std::less<>> order;
    for (const std::string& id : m_written.shapes) order.try_emplace(id, order.size());
    std::vector<Drawn> drawn;
    for (size_t i = 0; i < cells.size(); ++i) {
        if (m_ids[i].empty()) continue;
        const auto at = place_of(i);
        if (!at) return tl::unexpected(at.error());
        Json element = is_marked(cells[i]) ? marked_element(i, *at) : plain_element(i, *at);
        if (at->container >= 0) element["in"] = m_ids[static_cast<size_t>(at->container)];
        const auto known = order.find(m_ids[i]);
        drawn.push_back({known == order.end() ? order.size() : known->second, std::move(element),
                         printable_line(cells[i].label.substr(0, 80))});
    }
    std::ranges::stable_sort(drawn, {}, &Drawn::order);
    for (Drawn& each : drawn) {
        elements.push_back(std::move(each.element));
        element_names.push_back(std::move(each.name));
    }
    for (const DiagramCell& cell : cells)
        if (cell.is_line) add_line(cell);
    std::map<std::string, size_t, std::less<>> line_order;
    for (const std::string& id : m_written.lines) line_order.try_emplace(id, line_order.size());
    auto& list = links.get_ref<Json::array_t&>();
    std::ranges::stable_sort(list, {}, [&](const Json& link) {
        const auto known = line_order.find(link.at("id").get_ref<const std::string&>());
        return known == line_order.end() ? line_order.size() : known->second;
    });
    if (m_without_part > most_told)
        m_warnings.push_back(
            {m_where,
             fmt::format("{} more shapes name parts that the catalogue has not", m_without_part - most_told),
             "choose their parts in the drawing"});
    if (m_told > most_told)
        m_warnings.push_back({m_where,
                              fmt::format("{} more shapes and lines are not understood", m_told - most_told),
                              "they are not in the drawing"});
    return {};
}

} // namespace roofrack
