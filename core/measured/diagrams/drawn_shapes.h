// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/diagrams/drawio_file.h"

#include <nlohmann/json.hpp>
#include <optional>
#include <set>

namespace roofrack {

class Catalog;

/// What drawio_pages() said of the page that it wrote as the drawing.
struct WrittenPage {
    struct Shape {
        std::string label;
        double x = 0, y = 0, width = 0, height = 0; ///< px, from the corner of the page
        nlohmann::ordered_json position, size;      ///< as the project file has them; null: not there
    };
    std::string scenario;
    nlohmann::ordered_json parts, cluster;  ///< null: none
    std::vector<std::string> shapes, lines; ///< ids in drawn order
    std::map<std::string, Shape, std::less<>> by_id;
};

/// Fails on a text that it did not write, and on one of a newer version.
Result<WrittenPage> written_page(const std::string& text, const std::string& where);

/// The shapes and lines of a page as elements and links of the project file.
class DrawnShapes {
public:
    DrawnShapes(const DiagramPage& page, const WrittenPage& written, const Catalog& catalog,
                std::string where, std::vector<Diagnostic>& warnings);

    /// Fails where shapes stand in each other in a circle.
    Result<void> read();

    nlohmann::ordered_json elements, links; ///< lists
    std::vector<std::string> element_names; ///< for messages, in the order of `elements`

    /// A line that nobody marked, between elements.
    struct PlainLine {
        std::string from, to, label;
        int count = 0; ///< 0: not said
    };
    std::vector<PlainLine> plain_lines;

private:
    /// Ids that are given out, each once.
    struct Ids {
        std::set<std::string, std::less<>> taken;
        std::map<std::string, size_t, std::less<>> next; ///< number that is tried next, by wanted id

        /// "a", then "a-2", "a-3" …
        std::string give(const std::string& wanted);
    };
    struct Placed {
        double x = 0, y = 0;
        int container = -1; ///< cell of the nearest element around it
    };
    void choose_ids();
    Result<Placed> place_of(size_t cell) const;
    nlohmann::ordered_json marked_element(size_t cell, const Placed& at);
    nlohmann::ordered_json plain_element(size_t cell, const Placed& at);
    void add_line(const DiagramCell& cell);
    void take_part(const DiagramCell& cell, ElementKind kind, nlohmann::ordered_json& element);
    void tell(const DiagramCell& cell, const std::string& why);
    int cell_of(const std::string& id) const;

    const DiagramPage& m_page;
    const WrittenPage& m_written;
    const Catalog& m_catalog;
    std::string m_where;
    std::vector<Diagnostic>& m_warnings;
    std::map<std::string, size_t, std::less<>> m_cells; ///< by id of the cell
    std::vector<std::string> m_ids;                     ///< element of a cell; empty: it is none
    std::vector<bool> m_is_container;
    Ids m_element_ids, m_link_ids;
    size_t m_told = 0, m_without_part = 0;
};

} // namespace roofrack
