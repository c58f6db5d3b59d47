// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/address/named_address.h"

#include "core/drawing/project/address/json_pointer.h"
#include "core/drawing/project/json_text.h"
#include "core/drawing/project/named_element.h"

#include <algorithm>
#include <fmt/format.h>

namespace roofrack {

namespace {

constexpr std::string_view between_ends = "--";

/// Whether an end of a link is meant: by its id, or by its name where no element has that as its id.
bool is_link_end(const Cluster& cluster, std::string_view text, const std::string& id) {
    if (text == id) return true;
    const Element* const element = cluster.find(id);
    return element && !text.empty() && element->name == text && !cluster.find(text);
}

/// "A--B": names may have the mark in them, too.
bool joins_ends(const Cluster& cluster, const Link& link, std::string_view text) {
    for (size_t at = text.find(between_ends); at != std::string_view::npos;
         at = text.find(between_ends, at + 1)) {
        const std::string_view first = text.substr(0, at), second = text.substr(at + between_ends.size());
        if ((is_link_end(cluster, first, link.from) && is_link_end(cluster, second, link.to)) ||
            (is_link_end(cluster, first, link.to) && is_link_end(cluster, second, link.from)))
            return true;
    }
    return false;
}

Result<std::string> id_of_link(const Cluster& cluster, const std::string& text) {
    if (cluster.find_link(text)) return text;
    constexpr int most_listed_links = 8;
    std::string ids;
    int count = 0;
    const Link* found = nullptr;
    for (const Link& link : cluster.links) {
        if (!joins_ends(cluster, link, text)) continue;
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
