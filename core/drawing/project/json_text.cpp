// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/project/json_text.h"

#include "core/base/units/json_fields.h"

#include <algorithm>
#include <array>
#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <simdjson.h>
#include <unordered_set>
#include <vector>

namespace roofrack {

namespace {

using Json = nlohmann::ordered_json;

constexpr size_t deepest = 64;
constexpr size_t most_values = 4'000'000;

/// "FILE:LINE:COLUMN" of a byte; columns count characters, not bytes.
std::string position(std::string_view where, std::string_view text, size_t offset) {
    offset = std::min(offset, text.size());
    size_t line = 1, column = 1;
    for (const char c : text.substr(0, offset)) {
        if (c == '\n') {
            ++line;
            column = 1;
        } else if ((static_cast<unsigned char>(c) & 0xC0) != 0x80)
            ++column;
    }
    return fmt::format("{}:{}:{}", where, line, column);
}

/// Byte of the bracket that opens a level too many. Outside strings the text is plain JSON so far.
size_t too_deep_at(std::string_view text) {
    size_t depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        if (quoted) {
            if (c == '\\') ++i;
            if (c == '"') quoted = false;
        } else if (c == '"')
            quoted = true;
        else if ((c == '[' || c == '{') && ++depth > deepest)
            return i;
        else if (c == ']' || c == '}')
            --depth;
    }
    return 0;
}

/// The parser's sentence without its own prefix and position, and not longer than a line.
std::string plain_message(std::string message) {
    for (const std::string_view prefix : {"] ", "column "})
        if (const size_t at = message.find(prefix); at != std::string::npos) {
            message.erase(0, at + prefix.size());
            if (prefix == "column ") message.erase(0, message.find(": ") + 2);
        }
    constexpr size_t longest = 160;
    if (message.size() > longest) {
        size_t end = longest;
        while (end > 0 && (static_cast<unsigned char>(message[end]) & 0xC0) == 0x80) --end;
        message.resize(end);
        message += "…";
    }
    return message;
}

/// Builds the tree from the parser's events, which lets it refuse depth, size and repeated keys.
class Builder : public nlohmann::json_sax<Json> {
public:
    Builder(std::string_view text, std::string_view where, size_t most_keys)
        : m_text(text)
        , m_where(where)
        , m_most_keys(most_keys) {}

    Json root;
    std::optional<Diagnostic> error;

    bool null() override { return add(nullptr); }
    bool boolean(bool value) override { return add(value); }
    bool number_integer(Json::number_integer_t value) override { return add(value); }
    bool number_unsigned(Json::number_unsigned_t value) override { return add(value); }
    bool number_float(Json::number_float_t value, const std::string&) override { return add(value); }
    bool string(std::string& value) override { return add(std::move(value)); }
    bool binary(Json::binary_t&) override { return false; }
    bool start_object(std::size_t) override { return open(Json::object()); }
    bool start_array(std::size_t) override { return open(Json::array()); }
    bool end_object() override { return close(); }
    bool end_array() override { return close(); }

    bool key(std::string& name) override {
        Frame& frame = m_frames.back();
        if (has_key(frame, name)) {
            error = {fmt::format("{}: {}/{}", m_where, pointer(), pointer_token(name)),
                     "the key is given twice", "delete one of the two"};
            return false;
        }
        if (frame.value->size() >= m_most_keys) {
            const std::string where = pointer();
            error = {where.empty() ? std::string(m_where) : fmt::format("{}: {}", m_where, where),
                     fmt::format("an object of more than {} keys", m_most_keys),
                     "no project has so many: is it another kind of file?"};
            return false;
        }
        frame.key = std::move(name);
        return true;
    }

    bool parse_error(std::size_t offset, const std::string&,
                     const nlohmann::detail::exception& exception) override {
        error = {position(m_where, m_text, offset == 0 ? 0 : offset - 1), plain_message(exception.what()),
                 exception.id == 406 ? "write a number that a double can hold" : "correct the JSON there"};
        return false;
    }

private:
    struct Frame {
        Json* value;
        std::string key;                      ///< key of the member being read
        std::unordered_set<std::string> seen; ///< its keys, once they are many
    };
    // The way that nlohmann::ordered_map keeps them.
    using Members = std::vector<std::pair<const std::string, Json>>;
    static Members& members_of(Json& object) { return object.get_ref<Json::object_t&>(); }

    /// Few keys are compared one by one: most objects have few.
    static bool has_key(Frame& frame, const std::string& name) {
        constexpr size_t few = 24;
        const Members& members = members_of(*frame.value);
        if (members.size() < few)
            return std::ranges::find(members, name, &Members::value_type::first) != members.end();
        if (frame.seen.empty())
            for (const auto& [key, value] : members) frame.seen.insert(key);
        return !frame.seen.insert(name).second;
    }

    template<class Value>
    bool add(Value&& value) {
        return place(Json(std::forward<Value>(value))) != nullptr;
    }

    Json* place(Json&& value) {
        if (++m_values > most_values) {
            error = {std::string(m_where), fmt::format("more than {} values", most_values),
                     "no project is so large: is it another kind of file?"};
            return nullptr;
        }
        if (m_frames.empty()) return &(root = std::move(value));
        Frame& frame = m_frames.back();
        if (frame.value->is_array()) {
            frame.value->push_back(std::move(value));
            return &frame.value->back();
        }
        // The key is known to be new: appending avoids a search of all members.
        return &members_of(*frame.value).emplace_back(frame.key, std::move(value)).second;
    }

    bool open(Json&& container) {
        if (m_frames.size() >= deepest) {
            error = {position(m_where, m_text, too_deep_at(m_text)),
                     fmt::format("nested more than {} levels deep", deepest), "is it a project file?"};
            return false;
        }
        Json* const placed = place(std::move(container));
        if (!placed) return false;
        // Objects of a list are alike. Members that grow are copied, with all that is in them.
        if (placed->is_object()) members_of(*placed).reserve(m_members[m_frames.size()]);
        m_frames.push_back({placed, {}, {}});
        return true;
    }

    bool close() {
        const Json& closed = *m_frames.back().value;
        m_frames.pop_back();
        if (closed.is_object()) m_members[m_frames.size()] = closed.size();
        return true;
    }

    std::string pointer() const {
        std::string out;
        for (size_t i = 0; i + 1 < m_frames.size(); ++i)
            out += m_frames[i].value->is_array() ? fmt::format("/{}", m_frames[i].value->size() - 1)
                                                 : "/" + pointer_token(m_frames[i].key);
        return out;
    }

    std::string_view m_text, m_where;
    size_t m_most_keys;
    std::vector<Frame> m_frames;
    std::array<size_t, deepest> m_members{}; ///< members of the last object of each depth
    size_t m_values = 0;
};

} // namespace

Result<Json> parse_json_text(std::string_view text, std::string_view where, size_t most_keys) {
    if (text.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return fail(std::string(where), "the file is empty", "choose another, or start from a template");
    if (!simdjson::validate_utf8(text.data(), text.size()))
        return fail(std::string(where), "the text is not UTF-8", "save it in that encoding");
    Builder builder(text, where, most_keys);
    if (!Json::sax_parse(text.begin(), text.end(), &builder))
        return tl::unexpected(std::move(*builder.error));
    return std::move(builder.root);
}

} // namespace roofrack
