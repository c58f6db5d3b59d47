// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/named_address.h"

#include "core/base/units/json_fields.h"
#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/project/named_element.h"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <vector>

namespace roofrack {

namespace {

constexpr std::string_view between_ends = "--";

/// Both ends of a link as "A--B" names them, each by the ids that may be meant.
struct NamedEnds {
    std::set<std::string_view> first, second;

    bool join(const Link& link) const {
        return (first.contains(link.from) && second.contains(link.to)) ||
               (first.contains(link.to) && second.contains(link.from));
    }
};

/// The text as an id, and those of the elements that are called so, where none has it as its id.
std::set<std::string_view> ids_called(const Cluster& cluster, std::string_view text) {
    std::set<std::string_view> out{text};
    if (text.empty() || cluster.find(text)) return out;
    for (const Element& element : cluster.elements)
        if (element.name == text) out.insert(element.id);
    return out;
}

/// "A--B": names may have the mark in them, too.
std::vector<NamedEnds> ends_in(const Cluster& cluster, std::string_view text) {
    std::vector<NamedEnds> out;
    for (size_t at = text.find(between_ends); at != std::string_view::npos;
         at = text.find(between_ends, at + 1))
        out.push_back({ids_called(cluster, text.substr(0, at)),
                       ids_called(cluster, text.substr(at + between_ends.size()))});
    return out;
}

Result<std::string> id_of_link(const Cluster& cluster, const std::string& text) {
    if (cluster.find_link(text)) return text;
    constexpr int most_listed_links = 8;
    const std::vector<NamedEnds> ends = ends_in(cluster, text);
    std::string ids;
    int count = 0;
    const Link* found = nullptr;
    for (const Link& link : cluster.links) {
        if (std::ranges::none_of(ends, [&](const NamedEnds& each) { return each.join(link); })) continue;
        found = &link;
        if (++count <= most_listed_links) ids += (count > 1 ? ", " : "") + link.id;
    }
    if (count > 1)
        return fail("", fmt::format("{} links are meant by '{}'", count, text),
                    fmt::format("name one by its id: {}{}", ids, count > most_listed_links ? " …" : ""));
    return found ? found->id : text;
}

Result<std::string> id_of_element(const Cluster& cluster, const std::string& text) {
    if (cluster.find(text)) return text;
    if (std::ranges::find(cluster.elements, text, &Element::name) == cluster.elements.end()) return text;
    const auto found = named_element(cluster, text);
    if (!found) return tl::unexpected(found.error());
    return (*found)->id;
}

} // namespace

Result<std::string> address_by_ids(const Cluster& cluster, std::string_view address) {
    constexpr std::string_view elements = "/cluster/elements/", links = "/cluster/links/";
    const bool is_of_link = address.starts_with(links);
    if (!is_of_link && !address.starts_with(elements)) return std::string(address);
    const std::string_view list = is_of_link ? links : elements;
    const std::string_view behind = address.substr(std::min(address.find('/', list.size()), address.size()));
    const std::string_view written =
        address.substr(list.size() - 1, address.size() - behind.size() - list.size() + 1);
    const std::string text = pointer_tokens(written).front();
    if (text.find_first_not_of("0123456789") == std::string::npos) return std::string(address); // a place
    const auto id = is_of_link ? id_of_link(cluster, text) : id_of_element(cluster, text);
    if (!id) return fail(std::string(address), id.error().what, id.error().fix);
    if (*id == text) return std::string(address);
    return fmt::format("{}{}{}", list, pointer_token(*id), behind);
}

} // namespace roofrack
