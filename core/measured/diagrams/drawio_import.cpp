// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/drawio_import.h"

#include "core/base/catalog/catalog.h"
#include "core/drawing/bill/procurement.h"
#include "core/drawing/link_ends.h"
#include "core/drawing/offer/link_offer.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/own_parts.h"
#include "core/drawing/project/project_reader.h"
#include "core/measured/diagrams/drawn_shapes.h"
#include "core/measured/interchange/drawn_project.h"

#include <algorithm>
#include <charconv>
#include <fmt/format.h>
#include <map>
#include <set>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr const char* drawing_key = "roofrack_drawing";
constexpr const char* view_key = "roofrack_view";

/// What the page itself, which no parent has, carries as data.
const std::string* page_data(const DiagramPage& page, const char* key) {
    for (const DiagramCell& cell : page.cells)
        if (cell.parent.empty())
            if (const auto at = cell.data.find(key); at != cell.data.end()) return &at->second;
    return nullptr;
}

/// Warns of drawn pages that are not read, and of changes on pages that only show the drawing.
void tell_other_pages(const std::vector<DiagramPage>& pages, size_t read, const std::string& where,
                      std::vector<Diagnostic>& warnings) {
    std::string unread;
    for (size_t i = 0; i < pages.size(); ++i) {
        if (i == read) continue;
        const size_t cells = drawn_cells(pages[i]);
        const std::string* const view = page_data(pages[i], view_key);
        if (view && *view == std::to_string(cells)) continue;
        if (view)
            warnings.push_back({fmt::format("{}, page '{}'", where, pages[i].name),
                                "shapes or lines were added or removed on a page that only shows the drawing",
                                fmt::format("change the page '{}', which is read", pages[read].name)});
        else if (cells > 0 && unread.size() < 400)
            unread += (unread.empty() ? "'" : ", '") + pages[i].name + "'";
    }
    if (!unread.empty())
        warnings.push_back({where, "other pages are not read: " + unread, "choose one by --set page=NAME"});
}

/// The links of lines that nobody marked: what the window would draw between the same two.
void add_plain_lines(const std::vector<DrawnShapes::PlainLine>& lines, const Catalog& catalog,
                     const std::string& where, Cluster& cluster, std::vector<Diagnostic>& warnings) {
    constexpr size_t most = 5'000, most_told = 20;
    size_t refused = 0, n = 0;
    const auto refuse = [&](const DrawnShapes::PlainLine& line, const std::string& why) {
        if (++refused <= most_told)
            warnings.push_back({fmt::format("{}, the line from '{}' to '{}'", where, line.from, line.to), why,
                                "it is not in the drawing"});
    };
    if (lines.empty()) return;
    std::set<std::string, std::less<>> ids;
    for (const Link& link : cluster.links) ids.insert(link.id);
    auto ports = PortTable::make(cluster, catalog); // with the lines that were taken so far
    for (size_t i = 0; i < lines.size(); ++i) {
        const DrawnShapes::PlainLine& line = lines[i];
        if (i >= most) {
            refuse(line, fmt::format("more than {} lines are not marked", most));
            continue;
        }
        if (!ports) {
            refuse(line, ports.error().what);
            continue;
        }
        const auto offer = offer_link(cluster, catalog, *ports, line.from, line.to);
        if (!offer) {
            refuse(line, offer.error().what);
            continue;
        }
        Link link = offer->link(0);
        if (line.count > 0) link.count = line.count;
        do link.id = fmt::format("line-{}", ++n);
        while (!ids.insert(link.id).second);
        cluster.links.push_back(std::move(link));
        ports = PortTable::make(cluster, catalog);
    }
    if (refused > most_told)
        warnings.push_back({where, fmt::format("{} more lines are not understood", refused - most_told),
                            "they are not in the drawing"});
}

/// "/cluster/elements/3/count" → with the label of the shape.
Diagnostic with_label(Diagnostic wrong, const std::vector<std::string>& names) {
    constexpr std::string_view before = "/cluster/elements/";
    const size_t at = wrong.where.find(before);
    if (at == std::string::npos) return wrong;
    size_t index = names.size();
    const char* const digits = wrong.where.data() + at + before.size();
    std::from_chars(digits, wrong.where.data() + wrong.where.size(), index);
    if (index < names.size()) wrong.where += fmt::format(" (shape '{}')", names[index]);
    return wrong;
}

/// What was there before stands in its old order, what is new behind it.
template<class T>
void in_order_of(const std::vector<T>& before, std::vector<T>& list) {
    std::map<std::string, size_t, std::less<>> order;
    for (const T& each : before) order.try_emplace(each.id, order.size());
    std::ranges::stable_sort(list, {}, [&](const T& each) {
        const auto known = order.find(each.id);
        return known == order.end() ? order.size() : known->second;
    });
}

} // namespace

size_t drawn_cells(const DiagramPage& page) {
    return static_cast<size_t>(std::ranges::count_if(
        page.cells, [](const DiagramCell& cell) { return cell.is_shape || cell.is_line; }));
}

Result<size_t> page_to_read(const std::vector<DiagramPage>& pages, const std::string& name,
                            const std::string& where) {
    std::optional<size_t> first, ours;
    std::string names;
    for (size_t i = 0; i < pages.size(); ++i) {
        if (!name.empty() && pages[i].name == name) return i;
        if (!ours && page_data(pages[i], drawing_key)) ours = i;
        if (!first && drawn_cells(pages[i]) > 0) first = i;
        if (i < 10) names += (i > 0 ? ", '" : "'") + pages[i].name + "'";
    }
    if (!name.empty()) return fail(where, fmt::format("it has no page '{}'", name), "its pages are " + names);
    if (!first && !ours) return fail(where, "nothing is drawn on its pages", "give another file");
    return ours ? *ours : *first;
}

Result<Scenario> draw_drawio(const std::vector<DiagramPage>& pages, const Catalog& catalog,
                             const std::string& page_name, const std::string& where,
                             std::vector<Diagnostic>& warnings) {
    const auto chosen = page_to_read(pages, page_name, where);
    if (!chosen) return tl::unexpected(chosen.error());
    const DiagramPage& page = pages[*chosen];
    WrittenPage written;
    if (const std::string* const text = page_data(page, drawing_key)) {
        auto read = written_page(*text, where);
        if (!read) return tl::unexpected(read.error());
        written = std::move(*read);
    }
    tell_other_pages(pages, *chosen, where, warnings);
    DrawnShapes shapes(page, written, catalog, where, warnings);
    if (const auto read = shapes.read(); !read) return tl::unexpected(read.error());
    if (shapes.elements.empty())
        return fail(where, fmt::format("no shape of the page '{}' names a part of the catalogue", page.name),
                    "name shapes by parts, such as DGX H100; `catalog list` names them all");
    Json cluster = written.cluster.is_object() ? written.cluster : Json::object();
    cluster["elements"] = std::move(shapes.elements);
    cluster["links"] = std::move(shapes.links);
    Json scenario{{"name", written.scenario.empty() ? "As drawn" : written.scenario}};
    if (!written.parts.is_null()) scenario["parts"] = written.parts;
    scenario["cluster"] = std::move(cluster);
    // What is no UTF-8 ends here.
    constexpr size_t most_keys = 10'000;
    const auto clean =
        parse_json_text(scenario.dump(-1, ' ', false, Json::error_handler_t::replace), where, most_keys);
    if (!clean) return tl::unexpected(clean.error());
    std::vector<Diagnostic> unknown; // keys of another version, which are kept
    auto out = scenario_from_json(*clean, catalog, where, unknown);
    if (!out) return tl::unexpected(with_label(out.error(), shapes.element_names));
    add_plain_lines(shapes.plain_lines, catalog, where, out->cluster, warnings);
    return out;
}

Result<Imported> import_drawio(const NamedText& file, const Catalog& catalog, const std::string& page) {
    Imported out;
    const auto pages = read_drawio(file);
    if (!pages) return tl::unexpected(pages.error());
    auto drawn = draw_drawio(*pages, catalog, page, file.name, out.warnings);
    if (!drawn) return tl::unexpected(drawn.error());
    out.read.push_back(fmt::format("{} elements and {} links.", drawn->cluster.elements.size(),
                                   drawn->cluster.links.size()));
    auto project =
        project_of_drawing(std::move(drawn->cluster), file.name, drawn->name, catalog, out.warnings);
    if (!project) return tl::unexpected(project.error());
    project->scenarios.front().parts = std::move(drawn->parts);
    bind_own_parts(project->scenarios.front(), catalog);
    out.project = std::move(*project);
    return out;
}

Result<Scenario> drawio_into(const NamedText& file, const Scenario& scenario, const Catalog& catalog,
                             const std::string& page, std::vector<Diagnostic>& warnings) {
    const auto pages = read_drawio(file);
    if (!pages) return tl::unexpected(pages.error());
    auto drawn = draw_drawio(*pages, catalog, page, file.name, warnings);
    if (!drawn) return tl::unexpected(drawn.error());
    Scenario out = scenario;
    Cluster kept = scenario.cluster;
    set_sold_aside(kept);
    out.cluster.elements = std::move(drawn->cluster.elements);
    out.cluster.links = std::move(drawn->cluster.links);
    std::set<std::string, std::less<>> ids, link_ids;
    for (const Element& element : out.cluster.elements) ids.insert(element.id);
    for (const Link& link : out.cluster.links) link_ids.insert(link.id);
    for (Element& element : kept.sold)
        if (ids.insert(element.id).second) out.cluster.elements.push_back(std::move(element));
    for (Element& element : out.cluster.elements) {
        if (!ids.contains(element.parent)) element.parent.clear();
        // The project's own definition of a part stands, whatever it was when the file was written.
        const auto own = std::ranges::find(out.parts, element.part.id, &PartRef::id);
        if (own != out.parts.end() && own->inline_part &&
            own->inline_part->kind == part_kind_of(element.kind))
            element.part = *own;
    }
    for (Link& link : kept.sold_links) {
        const bool has_ends = ids.contains(link.from) && ids.contains(link.to);
        if (has_ends && link_ids.insert(link.id).second) out.cluster.links.push_back(std::move(link));
    }
    in_order_of(scenario.cluster.elements, out.cluster.elements);
    in_order_of(scenario.cluster.links, out.cluster.links);
    for (PartRef& part : drawn->parts)
        if (std::ranges::find(out.parts, part.id, &PartRef::id) == out.parts.end())
            out.parts.push_back(std::move(part));
    bind_own_parts(out, catalog);
    return out;
}

} // namespace roofrack
