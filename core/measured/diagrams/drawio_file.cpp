// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/diagrams/drawio_file.h"

#include "core/base/files/base64.h"
#include "core/base/spreadsheet/xml_scanner.h"
#include "core/base/units/diagnostic.h"
#include "core/base/units/trimmed.h"
#include "core/measured/diagrams/plain_label.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <optional>
#include <string>
#include <string_view>
#include <zlib.h>

namespace roofrack {

namespace {

/// Ends the stream of zlib however it is left.
struct InflateStream {
    z_stream stream{};
    bool started = inflateInit2(&stream, -MAX_WBITS) == Z_OK;
    InflateStream() = default;
    InflateStream(const InflateStream&) = delete;
    InflateStream& operator=(const InflateStream&) = delete;
    ~InflateStream() {
        if (started) inflateEnd(&stream);
    }
};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

std::string percent_decoded(std::string_view text) {
    std::string out;
    out.reserve(text.size());
    for (size_t i = 0; i < text.size(); ++i) {
        const bool is_code = text[i] == '%' && i + 2 < text.size() && hex_digit(text[i + 1]) >= 0 &&
                             hex_digit(text[i + 2]) >= 0;
        if (!is_code) {
            out += text[i];
            continue;
        }
        out += static_cast<char>(hex_digit(text[i + 1]) * 16 + hex_digit(text[i + 2]));
        i += 2;
    }
    return out;
}

/// A page as draw.io packs it: Base64 of a raw deflate stream of percent-encoded XML. Fails with what is
/// wrong, without a place, also where it unpacks to more than `most` bytes.
Result<std::string> unpack_page(std::string_view packed, size_t most) {
    const auto bytes = from_base64(packed);
    if (!bytes) return fail({}, "it is neither XML nor packed as draw.io packs it");
    InflateStream inflater;
    if (!inflater.started) return fail({}, "there is not enough memory to unpack it");
    inflater.stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes->data()));
    inflater.stream.avail_in = static_cast<uInt>(bytes->size());
    std::string out;
    std::array<char, 1 << 16> piece{};
    int state = Z_OK;
    while (state == Z_OK) {
        inflater.stream.next_out = reinterpret_cast<Bytef*>(piece.data());
        inflater.stream.avail_out = static_cast<uInt>(piece.size());
        state = inflate(&inflater.stream, Z_NO_FLUSH);
        out.append(piece.data(), piece.size() - inflater.stream.avail_out);
        if (out.size() > most) return fail({}, fmt::format("it unpacks to more than {} MiB", most >> 20));
    }
    if (state != Z_STREAM_END) return fail({}, "what is packed in it is damaged");
    return percent_decoded(out);
}

using Item = XmlScanner::Item;

constexpr size_t most_unpacked = 64u << 20, most_cells = 500'000, deepest_tag = 100;
constexpr double farthest = 1e7; ///< px
constexpr const char* save_again = "save it in draw.io as .drawio";

double drawio_number(const std::string& text) {
    double out = 0;
    std::from_chars(text.data(), text.data() + text.size(), out);
    return std::isfinite(out) ? std::clamp(out, -farthest, farthest) : 0;
}

class DrawioReader {
public:
    explicit DrawioReader(const NamedText& file)
        : m_file(file) {}

    Result<std::vector<DiagramPage>> read() {
        XmlScanner scanner(m_file.text);
        if (auto done = read_file(scanner, true); !done) return tl::unexpected(done.error());
        if (m_pages.empty())
            return fail(m_file.name, "there is no page of draw.io in it",
                        std::string(save_again) + ", or say what it is by --format");
        return std::move(m_pages);
    }

private:
    tl::unexpected<Diagnostic> wrong(std::string what, std::string fix = save_again) const {
        const std::string page = m_pages.empty() || m_pages.back().name.empty()
                                     ? std::string()
                                     : fmt::format(", page '{}'", m_pages.back().name);
        return fail(m_file.name + page, std::move(what), std::move(fix));
    }

    /// Tags from here on until all are closed; the next one with `open` tags around it.
    Result<void> read_file(XmlScanner& scanner, bool may_hold_pages) {
        std::vector<std::string> open;
        std::string packed;
        for (Item item = scanner.next(); item != Item::finish; item = scanner.next()) {
            if (item == Item::fault) return wrong("this is no XML: " + scanner.why());
            if (item == Item::text) {
                if (!open.empty() && open.back() == "diagram") packed += scanner.text();
                continue;
            }
            if (item == Item::end) {
                if (open.empty() || open.back() != scanner.name())
                    return wrong(fmt::format("the tag '{}' ends where it has not begun", scanner.name()));
                if (const auto ended = end_tag(open.back(), packed, may_hold_pages); !ended) return ended;
                open.pop_back();
                continue;
            }
            if (open.size() >= deepest_tag)
                return wrong(fmt::format("its tags are nested deeper than {}", deepest_tag));
            if (scanner.name() == "diagram" && std::ranges::find(open, "diagram") != open.end())
                return wrong("a page stands inside another");
            open.emplace_back(scanner.name());
            if (const auto begun = begin_tag(scanner, open.size(), may_hold_pages); !begun) return begun;
            if (open.back() == "diagram") packed.clear();
        }
        if (!open.empty()) return wrong(fmt::format("the tag '{}' does not end", open.back()));
        return {};
    }

    Result<void> begin_tag(XmlScanner& scanner, size_t depth, bool may_hold_pages) {
        const std::string_view name = scanner.name();
        if (name == "svg" && depth == 1 && !m_is_inside) {
            m_is_inside = true;
            const std::string inside = scanner.attribute("content");
            XmlScanner inner(inside);
            return read_file(inner, true);
        }
        if (name == "diagram" && may_hold_pages) {
            if (m_pages.size() >= 10'000) return wrong("it has more than 10,000 pages");
            m_pages.push_back({scanner.attribute("name"), {}});
        } else if (name == "mxGraphModel" && depth == 1 && may_hold_pages)
            m_pages.emplace_back();
        else if (name == "object" || name == "UserObject") {
            if (m_cell) return wrong("a shape stands inside another's record");
            begin_cell(scanner);
            m_is_object = true;
        } else if (name == "mxCell") {
            if (m_cell && !m_is_object) return wrong("a shape stands inside another's record");
            if (!m_cell) begin_cell(scanner);
            take_cell(scanner);
        } else if (name == "mxGeometry" && m_cell && scanner.attribute("as") == "geometry") {
            m_cell->x = drawio_number(scanner.attribute("x"));
            m_cell->y = drawio_number(scanner.attribute("y"));
            m_cell->width = std::abs(drawio_number(scanner.attribute("width")));
            m_cell->height = std::abs(drawio_number(scanner.attribute("height")));
        }
        return {};
    }

    Result<void> end_tag(const std::string& name, const std::string& packed, bool may_hold_pages) {
        if (m_cell && name == (m_is_object ? m_tag : "mxCell")) {
            if (m_pages.empty()) return wrong("there is no page of draw.io in it");
            if (++m_cells > most_cells)
                return wrong("it has more than 500,000 shapes and lines", "divide it");
            m_cell->label = plain_label(m_cell->label, m_cell->style);
            m_pages.back().cells.push_back(std::move(*m_cell));
            m_cell.reset();
            m_is_object = false;
        }
        if (name != "diagram" || !may_hold_pages) return {};
        const std::string_view text = trimmed(packed);
        if (text.empty()) return {};
        std::string xml(text);
        if (!text.starts_with('<')) {
            auto unpacked = unpack_page(text, most_unpacked - std::min(m_unpacked, most_unpacked));
            if (!unpacked) return wrong(unpacked.error().what);
            m_unpacked += unpacked->size();
            xml = std::move(*unpacked);
        }
        XmlScanner inner(xml);
        return read_file(inner, false);
    }

    void begin_cell(XmlScanner& scanner) {
        m_cell.emplace();
        m_tag = scanner.name();
        for (auto& [key, value] : scanner.attributes()) {
            if (key == "id")
                m_cell->id = std::move(value);
            else if (key == (m_tag == "mxCell" ? "value" : "label"))
                m_cell->label = std::move(value);
            else if (m_tag != "mxCell")
                m_cell->data[key] = std::move(value);
        }
    }
    void take_cell(XmlScanner& scanner) {
        m_cell->parent = scanner.attribute("parent");
        m_cell->source = scanner.attribute("source");
        m_cell->target = scanner.attribute("target");
        m_cell->style = scanner.attribute("style");
        m_cell->is_shape = scanner.attribute("vertex") == "1";
        m_cell->is_line = scanner.attribute("edge") == "1";
    }

    const NamedText& m_file;
    std::vector<DiagramPage> m_pages;
    std::optional<DiagramCell> m_cell;
    std::string m_tag; ///< with which the cell began
    bool m_is_object = false;
    bool m_is_inside = false; ///< what is read stands in a picture
    size_t m_cells = 0, m_unpacked = 0;
};

} // namespace

bool is_drawio(std::string_view text) {
    constexpr size_t longest_prolog = 4'096;
    const std::string_view head = text.substr(0, longest_prolog);
    const auto has = [&](std::string_view tag) { return head.find(tag) != std::string_view::npos; };
    return has("<mxfile") || has("<mxGraphModel") || (has("<svg") && has("mxfile"));
}

Result<std::vector<DiagramPage>> read_drawio(const NamedText& file) { return DrawioReader(file).read(); }

} // namespace roofrack
