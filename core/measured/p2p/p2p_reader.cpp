// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/files/csv_table.h"
#include "core/base/spreadsheet/workbook_reader.h"
#include "core/base/units/ascii_text.h"
#include "core/base/units/bit_rate.h"
#include "core/base/units/trimmed.h"
#include "core/measured/p2p/p2p_file.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <regex>
#include <unordered_map>

namespace roofrack {

namespace {

constexpr size_t most_nodes = 50'000, most_links = 500'000;

/// "Z-Node Name" → "znodename".
std::string heading_key(std::string_view heading) {
    std::string out;
    for (const char c : heading)
        if ((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'))
            out += c;
        else if (c >= 'A' && c <= 'Z')
            out += static_cast<char>(c - 'A' + 'a');
    return out;
}

/// Text without blanks around it, and without the apostrophe that keeps a spreadsheet from calculating.
std::string cell_text(std::string_view text) {
    text = trimmed(text);
    if (text.size() > 1 && text[0] == '\'' &&
        std::string_view("=+-@").find(text[1]) != std::string_view::npos)
        text.remove_prefix(1);
    return std::string(text);
}

/// Rows under a heading, whatever file they stood in.
class Rows {
public:
    Rows(std::string place, std::vector<std::vector<std::string>> rows, size_t heading)
        : m_place(std::move(place))
        , m_rows(std::move(rows))
        , m_heading(heading) {
        for (size_t i = 0; i < m_rows[heading].size(); ++i)
            m_columns.try_emplace(heading_key(m_rows[heading][i]), i);
    }

    size_t first() const { return m_heading + 1; }
    size_t size() const { return m_rows.size(); }
    bool has(std::string_view key) const { return m_columns.contains(std::string(key)); }
    /// The cell in the first of these columns that there is.
    std::string at(size_t row, std::initializer_list<const char*> keys) const {
        for (const char* const key : keys)
            if (const auto column = m_columns.find(key); column != m_columns.end())
                return column->second < m_rows[row].size() ? cell_text(m_rows[row][column->second])
                                                           : std::string();
        return {};
    }
    bool is_empty(size_t row) const {
        return std::ranges::all_of(m_rows[row],
                                   [](const std::string& cell) { return cell_text(cell).empty(); });
    }
    std::string place(size_t row) const { return fmt::format("{}, row {}", m_place, row + 1); }

private:
    std::string m_place;
    std::vector<std::vector<std::string>> m_rows;
    size_t m_heading;
    std::unordered_map<std::string, size_t> m_columns;
};

constexpr size_t most_title_rows = 20; ///< rows of titles that stand above a table

/// The first row of a sheet that has this column; empty: it has none.
std::optional<Rows> rows_with(const std::string& place, const std::vector<std::vector<std::string>>& rows,
                              std::initializer_list<const char*> keys) {
    for (size_t i = 0; i < std::min(rows.size(), most_title_rows); ++i)
        for (const std::string& cell : rows[i])
            for (const char* const key : keys)
                if (heading_key(cell) == key) return Rows(place, rows, i);
    return std::nullopt;
}

bool is_known_port(const std::string& port) {
    static const std::regex known(
        "(sw[0-9]+(p[0-9]+(s[0-9]+)?)?|swp[0-9]+(s[0-9]+)?|[0-9]+(/[0-9]+){0,3}|rail[0-9]+|stor[0-9]+|"
        "chip[0-9]+|port[0-9]+(/[0-9]+)?|mlx5_[0-9]+|(ibp|ib|enp|ens|eno|eth|en)[a-z0-9_]+|hca[-_ ]?[0-9]+.*|"
        "[a-z]*nic[-_ ]?[0-9]+)",
        std::regex::icase);
    return port.size() <= 40 && std::regex_match(port, known);
}

/// Gb/s of "400", "400 Gb/s", "400GbE", "1.6T" or "4x100", which is a cable of four lanes; nothing where it
/// is no rate.
std::optional<double> p2p_rate(std::string_view text) {
    const auto number = [&]() -> std::optional<double> {
        double out = 0;
        const auto read = std::from_chars(text.data(), text.data() + text.size(), out);
        if (read.ec != std::errc()) return std::nullopt;
        text.remove_prefix(static_cast<size_t>(read.ptr - text.data()));
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        return out;
    };
    auto rate = number();
    if (rate && (text.starts_with('x') || text.starts_with('X'))) {
        text.remove_prefix(1);
        text.remove_prefix(std::min(text.find_first_not_of(' '), text.size()));
        const auto lane = number();
        if (!lane || !(*lane > 0)) return std::nullopt;
        *rate *= *lane;
    }
    if (!rate) return std::nullopt;
    const std::string unit = lower(text);
    constexpr std::array giga{"", "g", "gb", "gbe", "gbps", "gb/s", "gbit", "gbit/s"};
    constexpr std::array tera{"t", "tb", "tbe", "tbps", "tb/s", "tbit", "tbit/s"};
    if (std::ranges::find(tera, unit) != tera.end())
        *rate *= 1000;
    else if (std::ranges::find(giga, unit) == giga.end())
        return std::nullopt;
    constexpr double most = 1e6;
    return *rate > 0 && *rate <= most ? rate : std::nullopt;
}

class P2pReader {
public:
    P2pReader(const std::string& name, std::vector<Diagnostic>& warnings)
        : m_name(name)
        , m_warnings(warnings) {}

    Result<void> read_nodes(const Rows& rows) {
        for (size_t row = rows.first(); row < rows.size(); ++row) {
            if (rows.is_empty(row)) continue;
            P2pNode node;
            node.name = rows.at(row, {"node", "nodename", "name", "hostname"});
            if (node.name.empty())
                return fault(rows.place(row), "the node has no name", "give it one, or delete the row");
            set_type(node, rows.at(row, {"type", "nodetype", "role"}));
            node.rack = rows.at(row, {"rack", "rackname"});
            node.model = rows.at(row, {"model", "nodemodel", "partnumber", "pn"});
            if (m_index.contains(node.name))
                return fault(rows.place(row), fmt::format("the node \"{}\" is listed twice", node.name),
                             "delete one of the rows");
            if (const auto done = add(std::move(node)); !done) return done;
        }
        m_listed = true;
        return {};
    }

    Result<void> read_links(const Rows& rows) {
        for (size_t row = rows.first(); row < rows.size(); ++row) {
            if (rows.is_empty(row)) continue;
            P2pLink link;
            link.place = rows.place(row);
            const auto a =
                end(rows, row, link.place, {"anode", "anodename"}, {"atype"}, {"arack"}, {"amodel"});
            const auto z =
                end(rows, row, link.place, {"znode", "znodename"}, {"ztype"}, {"zrack"}, {"zmodel"});
            if (!a) return tl::unexpected(a.error());
            if (!z) return tl::unexpected(z.error());
            link.a = *a;
            link.z = *z;
            link.a_port = rows.at(row, {"aport"});
            link.z_port = rows.at(row, {"zport"});
            if (const std::string rate = rows.at(row, {"rategbps"}); !rate.empty()) {
                const auto gigabits = p2p_rate(rate);
                if (!gigabits)
                    return fault(link.place, fmt::format("\"{}\" is no rate in Gb/s", rate),
                                 "write 400, 400G, 4x100 or 1.6T");
                link.rate = *gigabits * bits_a_gigabit;
            }
            if (const auto done = add(std::move(link)); !done) return done;
        }
        return {};
    }

    Result<P2pFile> finish() {
        if (m_out.links.empty()) return fault("", "no cable is listed", "give a file with links");
        if (m_twice > 0)
            m_warnings.push_back(
                {m_name, fmt::format("{} cables are listed from both ends", m_twice), "each is taken once"});
        if (m_strange > 0)
            m_warnings.push_back(
                {m_name,
                 fmt::format("{} ends of cables are at ports whose names no format knows, as \"{}\" ({})",
                             m_strange, m_strange_port, m_strange_place),
                 "they are taken as they come; the tool knows sw12p1, swp12s0, rail1 and numbers"});
        return std::move(m_out);
    }

private:
    tl::unexpected<Diagnostic> fault(const std::string& place, std::string what, std::string fix) const {
        return fail(place.empty() ? m_name : m_name + ": " + place, std::move(what), std::move(fix));
    }

    /// "Switch", "IB Leaf 3", "ToR"; "Storage Node" and "Monitor" are none, though they hold the letters of
    /// one.
    static void set_type(P2pNode& node, const std::string& type) {
        const std::string text = lower(type);
        for (const char* const part : {"switch", "leaf", "spine"}) node.is_switch |= has(text, part);
        for (size_t at = 0; at < text.size();) {
            size_t end = at;
            while (end < text.size() && text[end] >= 'a' && text[end] <= 'z') ++end;
            const std::string word = text.substr(at, end - at);
            node.is_switch |= word == "core" || word == "tor";
            at = end + 1;
        }
        node.is_storage = !node.is_switch && has(text, "storage");
        node.has_type = !heading_key(type).empty();
    }

    Result<void> add(P2pNode node) {
        if (m_out.nodes.size() >= most_nodes)
            return fault("", fmt::format("it has more than {} nodes", most_nodes), "give a part of the site");
        m_index.emplace(node.name, m_out.nodes.size());
        m_out.nodes.push_back(std::move(node));
        return {};
    }

    using Keys = std::initializer_list<const char*>;
    Result<size_t> end(const Rows& rows, size_t row, const std::string& place, Keys name, Keys type,
                       Keys rack, Keys model) {
        P2pNode node;
        node.name = rows.at(row, name);
        if (node.name.empty())
            return fault(place, "an end of the cable names no node", "complete the row, or delete it");
        if (const auto at = m_index.find(node.name); at != m_index.end()) return at->second;
        if (m_listed)
            return fault(place, fmt::format("the node \"{}\" is not in the sheet of nodes", node.name),
                         "list it there");
        set_type(node, rows.at(row, type));
        node.rack = rows.at(row, rack);
        node.model = rows.at(row, model);
        if (const auto done = add(std::move(node)); !done) return tl::unexpected(done.error());
        return m_out.nodes.size() - 1;
    }

    Result<void> add(P2pLink link) {
        const std::string& name = m_out.nodes[link.a].name;
        if (link.a == link.z)
            return fault(link.place, fmt::format("the cable leads from \"{}\" back to it", name),
                         "name the node at its other end");
        if (link.a_port.empty() || link.z_port.empty())
            return fault(link.place, "an end of the cable names no port", "complete the row");
        if (m_out.links.size() >= most_links)
            return fault("", fmt::format("it has more than {} cables", most_links),
                         "give a part of the site");
        for (const std::string* port : {&link.a_port, &link.z_port})
            if (!knows(*port) && ++m_strange == 1) {
                m_strange_port = *port;
                m_strange_place = link.place;
            }
        const auto key = [&](size_t node, const std::string& port) {
            return m_out.nodes[node].name + "\n" + port;
        };
        for (const auto& [node, port] : {std::pair(link.a, &link.a_port), std::pair(link.z, &link.z_port)})
            if (!m_out.nodes[node].has_type && port->starts_with("sw")) m_out.nodes[node].is_switch = true;
        const auto near = m_ports.find(key(link.a, link.a_port)),
                   far = m_ports.find(key(link.z, link.z_port));
        if (near != m_ports.end() && far != m_ports.end() && near->second == far->second) {
            ++m_twice;
            return {};
        }
        for (const auto& [found, port] : {std::pair(near, &link.a_port), std::pair(far, &link.z_port)})
            if (found != m_ports.end())
                return fault(link.place,
                             fmt::format("port {} of \"{}\" has a cable already, by {}", *port,
                                         found == near ? name : m_out.nodes[link.z].name,
                                         m_out.links[found->second].place),
                             "a port takes one cable: correct one of the rows");
        m_ports.emplace(key(link.a, link.a_port), m_out.links.size());
        m_ports.emplace(key(link.z, link.z_port), m_out.links.size());
        m_out.links.push_back(std::move(link));
        return {};
    }

    bool knows(const std::string& port) {
        const auto [at, added] = m_known.try_emplace(port, false); // names of ports come back on each device
        if (added) at->second = is_known_port(port);
        return at->second;
    }

    std::string m_name;
    std::unordered_map<std::string, bool> m_known;
    std::vector<Diagnostic>& m_warnings;
    P2pFile m_out;
    std::unordered_map<std::string, size_t> m_index; ///< node by name
    std::unordered_map<std::string, size_t> m_ports; ///< link by node and port
    bool m_listed = false;                           ///< a sheet says which nodes there are
    size_t m_twice = 0, m_strange = 0;
    std::string m_strange_port, m_strange_place;
};

/// The name of a cable's first end, as the versions of the tool have it.
constexpr std::initializer_list<const char*> first_end{"anode", "anodename"};

Result<P2pFile> read_sheets(const ReadWorkbook& book, P2pReader& reader, const std::string& name) {
    const ReadSheet* const nodes = book.sheet("Nodes");
    if (nodes) {
        const auto rows = rows_with(nodes->name, nodes->rows, {"node", "nodename", "name", "hostname"});
        if (!rows)
            return fail(name + ": " + nodes->name, "no column says what the nodes are called",
                        "call it Node");
        if (const auto done = reader.read_nodes(*rows); !done) return tl::unexpected(done.error());
    }
    size_t tables = 0;
    for (const ReadSheet& sheet : book.sheets) {
        if (&sheet == nodes) continue;
        const auto rows = rows_with(sheet.name, sheet.rows, first_end);
        if (!rows) continue;
        ++tables;
        if (const auto done = reader.read_links(*rows); !done) return tl::unexpected(done.error());
    }
    if (tables == 0)
        return fail(name, "no sheet has the column A-Node", "give a point-to-point file of cables");
    return reader.finish();
}

} // namespace

bool is_p2p(const NamedText& file) {
    if (is_workbook(file.text)) {
        const auto book = read_workbook(file.text, file.name);
        return book && std::ranges::any_of(book->sheets, [](const ReadSheet& sheet) {
                   return rows_with(sheet.name, sheet.rows, first_end).has_value();
               });
    }
    size_t end = 0;
    for (size_t line = 0; line <= most_title_rows && end != std::string::npos; ++line)
        end = file.text.find('\n', end + (line > 0));
    const auto table = parse_csv(std::string_view(file.text).substr(0, end), file.name);
    if (!table) return false;
    std::vector<std::vector<std::string>> rows{table->header};
    rows.insert(rows.end(), table->rows.begin(), table->rows.end());
    return rows_with("cables", rows, first_end).has_value();
}

Result<P2pFile> read_p2p(const NamedText& file, std::vector<Diagnostic>& warnings) {
    P2pReader reader(file.name, warnings);
    if (is_workbook(file.text) || file.text.starts_with("\xd0\xcf\x11\xe0")) {
        const auto book = read_workbook(file.text, file.name);
        if (!book) return tl::unexpected(book.error());
        return read_sheets(*book, reader, file.name);
    }
    auto table = parse_csv(file.text, file.name);
    if (!table) return tl::unexpected(table.error());
    std::vector<std::vector<std::string>> rows{table->header};
    for (auto& row : table->rows) rows.push_back(std::move(row));
    const auto links = rows_with("cables", rows, first_end);
    if (!links)
        return fail(file.name, "no column is called A-Node Name", "give a point-to-point file of cables");
    if (const auto done = reader.read_links(*links); !done) return tl::unexpected(done.error());
    return reader.finish();
}

} // namespace roofrack
