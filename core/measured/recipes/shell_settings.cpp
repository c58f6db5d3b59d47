// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/shell_settings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>
#include <utility>

namespace roofrack {

namespace {

constexpr size_t most_words = 200'000, longest_value = 100'000;
constexpr int deepest = 16; // variables that stand for variables

// What stands in a word for a variable that has no value, around its name.
constexpr char mark_begin = '\x01', mark_end = '\x02';

/// The text without the variables that have no value, as a shell has it.
std::string without_marks(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t mark = std::min(text.find(mark_begin), text.size());
        out += text.substr(0, mark);
        text.remove_prefix(mark);
        if (!text.empty()) text.remove_prefix(std::min(text.find(mark_end), text.size() - 1) + 1);
    }
    return out;
}

bool is_name_character(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

bool is_name(std::string_view text) {
    return !text.empty() && !std::isdigit(static_cast<unsigned char>(text.front())) &&
           std::ranges::all_of(text, is_name_character);
}

class ShellReader {
public:
    explicit ShellReader(std::string_view script)
        : m_rest(script) {}

    ShellSettings read() {
        std::string pending; // an argument that waits for its value
        while (m_words < most_words) {
            auto word = next();
            if (!word) break;
            if (word->empty()) { // the end of a line that no backslash joins with the next
                flush(pending);
                continue;
            }
            if (assign(*word)) continue;
            // What a variable without quotes stands for is several words.
            if (word->find_first_of(" \t\n") != std::string::npos && word->find("--") != std::string::npos) {
                flush(pending);
                take_arguments(*word);
            } else {
                take(*word, pending);
            }
        }
        flush(pending);
        return std::move(m_out);
    }

private:
    /// Takes over `NAME=VALUE` and `NAME+=VALUE`; false where the word is neither.
    bool assign(const std::string& word) {
        const size_t equals = word.find('=');
        if (equals == std::string::npos || equals == 0) return false;
        const bool appends = word[equals - 1] == '+';
        const std::string name = word.substr(0, equals - (appends ? 1 : 0)), value = word.substr(equals + 1);
        if (!is_name(name)) return false;
        std::string& variable = m_out.variables[name];
        if (!appends) variable.clear();
        const std::string plain = without_marks(value);
        variable += plain.substr(0, longest_value - std::min(longest_value, variable.size()));
        // ARGS="--num-layers 32 …" gives arguments where it is used, and is as well read here.
        if (value.find("--") != std::string::npos) take_arguments(value);
        return true;
    }

    void take_arguments(const std::string& text) {
        std::string pending;
        size_t at = 0;
        while (at < text.size()) {
            const size_t begin = text.find_first_not_of(" \t\r\n\\", at);
            if (begin == std::string::npos) break;
            const size_t end = std::min(text.find_first_of(" \t\r\n", begin), text.size());
            take(text.substr(begin, end - begin), pending);
            at = end;
        }
        flush(pending);
    }

    void take(const std::string& word, std::string& pending) {
        const bool is_argument =
            word.size() > 2 && word.starts_with("--") && std::isalpha(static_cast<unsigned char>(word[2]));
        if (!is_argument) {
            if (!pending.empty()) give(std::exchange(pending, {}), word);
            return;
        }
        flush(pending);
        const size_t equals = word.find('=');
        if (equals == std::string::npos)
            pending = without_marks(word.substr(2));
        else
            give(without_marks(word.substr(2, equals - 2)), word.substr(equals + 1));
    }

    void flush(std::string& pending) {
        if (!pending.empty()) m_out.arguments.emplace_back(std::exchange(pending, {}), "");
    }

    void give(const std::string& name, const std::string& written) {
        std::string value = without_marks(written);
        if (value.empty() && !written.empty())
            if (const size_t mark = written.find(mark_begin); mark != std::string::npos)
                m_out.unset[name] = written.substr(mark + 1, written.find(mark_end, mark) -
                                                                 std::min(written.size(), mark + 1));
        m_out.arguments.emplace_back(name, std::move(value));
    }

    /// The next word with quotes taken off and variables filled in; empty at the end of a line and of an
    /// array. Within an array a line's end is as any space.
    std::optional<std::string> next() {
        ++m_words;
        while (!m_rest.empty()) {
            const char c = m_rest.front();
            if (m_rest.starts_with("\\\n") || m_rest.starts_with("\\\r")) {
                m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size() - 1) + 1);
            } else if (c == '#') {
                m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size()));
            } else if (c == ')' && m_in_array) {
                m_in_array = false;
                m_rest.remove_prefix(1);
                return std::string();
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '(' || c == ')' ||
                       (c == '\n' && m_in_array)) {
                m_rest.remove_prefix(1);
            } else if (c == '\n' || c == ';' || c == '&' || c == '|') {
                m_rest.remove_prefix(1);
                return std::string();
            } else {
                return word();
            }
        }
        return std::nullopt;
    }

    /// `NAME=` or `NAME+=`, before the bracket of an array.
    static bool begins_array(std::string_view word) {
        if (!word.ends_with('=')) return false;
        word.remove_suffix(word.ends_with("+=") ? 2 : 1);
        return is_name(word);
    }

    std::string word() {
        std::string out;
        char quote = '\0';
        while (!m_rest.empty() && out.size() < longest_value) {
            const char c = m_rest.front();
            if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';' || c == ')'))
                break;
            if (quote == '\0' && c == '(' && begins_array(out)) {
                m_rest.remove_prefix(1);
                m_in_array = true;
                break;
            }
            if (c == quote) {
                quote = '\0';
                m_rest.remove_prefix(1);
            } else if (quote == '\0' && (c == '"' || c == '\'')) {
                quote = c;
                m_rest.remove_prefix(1);
            } else if (c == '\\' && quote != '\'' && m_rest.size() > 1) {
                if (m_rest[1] != '\n')
                    out += m_rest[1];
                else
                    out += ' ';
                m_rest.remove_prefix(2);
            } else if (c == '$' && quote != '\'') {
                out += expansion(m_rest, 0);
            } else {
                out += c;
                m_rest.remove_prefix(1);
            }
        }
        return out;
    }

    /// Takes `$NAME`, `${NAME}`, `${NAME:-default}`, `${NAME:+other}`, the same without the colon, or
    /// `$((…))` off the front; what is none of these is empty.
    std::string expansion(std::string_view& text, int depth) const {
        text.remove_prefix(1);
        if (text.starts_with("((")) {
            const size_t end = text.find("))");
            const std::string_view inside = text.substr(2, end == std::string_view::npos ? 0 : end - 2);
            text.remove_prefix(end == std::string_view::npos ? text.size() : end + 2);
            return arithmetic(inside, depth);
        }
        if (text.starts_with('{')) {
            const size_t end = closing(text);
            std::string_view inside = text.substr(1, end - 1);
            text.remove_prefix(std::min(end + 1, text.size()));
            const size_t name_end =
                static_cast<size_t>(std::ranges::find_if_not(inside, is_name_character) - inside.begin());
            const std::string name(inside.substr(0, name_end));
            std::string_view rest = inside.substr(name_end);
            const bool with_colon = rest.starts_with(':');
            if (with_colon) rest.remove_prefix(1);
            const std::string value = value_of(name);
            // A colon counts what is empty as what is not set.
            const bool is_set = with_colon ? !value.empty() : m_out.variables.contains(name);
            const char what = rest.empty() ? ' ' : rest.front();
            if (depth <= deepest && (is_set ? what == '+' : what == '-' || what == '='))
                return filled(rest.substr(1), depth + 1);
            if (what == '[') return value; // elements of an array are read where they stand
            return what == '+' ? std::string() : value_or_mark(name, value);
        }
        if (text.starts_with('(')) { // a command is not run
            text.remove_prefix(std::min(closing(text) + 1, text.size()));
            return {};
        }
        const size_t end =
            static_cast<size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
        const std::string name(text.substr(0, end));
        text.remove_prefix(end);
        return value_or_mark(name, value_of(name));
    }

    static std::string value_or_mark(const std::string& name, const std::string& value) {
        return value.empty() && !name.empty() ? mark_begin + name + mark_end : value;
    }

    /// The bracket that closes the one at the front; the size of the text where none does.
    static size_t closing(std::string_view text) {
        const char open = text.front(), close = open == '{' ? '}' : ')';
        int depth = 0;
        for (size_t i = 0; i < text.size(); ++i) {
            depth += text[i] == open;
            depth -= text[i] == close;
            if (depth == 0) return i;
        }
        return text.size();
    }

    std::string filled(std::string_view text, int depth) const {
        std::string out;
        while (!text.empty() && out.size() < longest_value)
            if (text.front() == '$' && depth <= deepest) {
                out += expansion(text, depth);
            } else {
                if (text.front() != '"') out += text.front();
                text.remove_prefix(1);
            }
        return out;
    }

    std::string value_of(std::string_view name) const {
        const auto found = m_out.variables.find(std::string(name));
        return found == m_out.variables.end() ? std::string() : found->second;
    }

    /// Whole numbers from left to right, products before sums; empty where it is anything else.
    std::string arithmetic(std::string_view text, int depth) const {
        std::string plain;
        std::string_view rest = text;
        while (!rest.empty())
            if (rest.front() == '$') {
                plain += expansion(rest, depth + 1);
            } else if (std::isalpha(static_cast<unsigned char>(rest.front())) || rest.front() == '_') {
                const size_t end =
                    static_cast<size_t>(std::ranges::find_if_not(rest, is_name_character) - rest.begin());
                const std::string name(rest.substr(0, end));
                plain += value_or_mark(name, value_of(name));
                rest.remove_prefix(end);
            } else {
                if (rest.front() != ' ') plain += rest.front();
                rest.remove_prefix(1);
            }
        if (const size_t mark = plain.find(mark_begin); mark != std::string::npos) // it has no value
            return plain.substr(mark, plain.find(mark_end, mark) + 1 - mark);
        double sum = 0, product = 0;
        char sign = '+', operation = ' ';
        const char *at = plain.data(), *const end = plain.data() + plain.size();
        while (true) {
            double number = 0;
            const auto [behind, error] = std::from_chars(at, end, number);
            if (error != std::errc()) return {};
            if (operation == '*')
                product *= number;
            else if (operation == '/')
                product = number == 0 ? 0 : static_cast<double>(static_cast<long long>(product / number));
            else
                product = number;
            at = behind;
            operation = at == end ? '+' : *at;
            if (operation == '+' || operation == '-') {
                sum += sign == '-' ? -product : product;
                sign = operation;
            } else if (operation != '*' && operation != '/') {
                return {};
            }
            if (at == end) break;
            ++at;
        }
        if (!(sum > -1e15 && sum < 1e15)) return {};
        return std::to_string(static_cast<long long>(sum));
    }

    std::string_view m_rest;
    ShellSettings m_out;
    size_t m_words = 0;
    bool m_in_array = false;
};

} // namespace

ShellSettings read_shell(std::string_view script) {
    std::string text(script);
    std::erase_if(text, [](char c) { return c == mark_begin || c == mark_end; });
    return ShellReader(text).read();
}

} // namespace roofrack
