// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/recipes/shell_settings.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

namespace roofrack {

namespace {

constexpr size_t most_words = 200'000, longest_value = 100'000;
constexpr int deepest = 16; // variables that stand for variables

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
            if (const size_t equals = word->find('=');
                !word->starts_with('-') && equals != std::string::npos && is_name(word->substr(0, equals))) {
                m_out.variables[word->substr(0, equals)] = word->substr(equals + 1);
                // ARGS="--num-layers 32 …" gives arguments where it is used, and is as well read here.
                if (word->find("--") != std::string::npos) take_arguments(word->substr(equals + 1));
                continue;
            }
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
            if (!pending.empty()) m_out.arguments.emplace_back(std::exchange(pending, {}), word);
            return;
        }
        flush(pending);
        const size_t equals = word.find('=');
        if (equals == std::string::npos)
            pending = word.substr(2);
        else
            m_out.arguments.emplace_back(word.substr(2, equals - 2), word.substr(equals + 1));
    }

    void flush(std::string& pending) {
        if (!pending.empty()) m_out.arguments.emplace_back(std::exchange(pending, {}), "");
    }

    /// The next word with quotes taken off and variables filled in; empty at the end of a line.
    std::optional<std::string> next() {
        ++m_words;
        while (!m_rest.empty()) {
            const char c = m_rest.front();
            if (m_rest.starts_with("\\\n") || m_rest.starts_with("\\\r")) {
                m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size() - 1) + 1);
            } else if (c == '#') {
                m_rest.remove_prefix(std::min(m_rest.find('\n'), m_rest.size()));
            } else if (c == ' ' || c == '\t' || c == '\r' || c == '(' || c == ')') {
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

    std::string word() {
        std::string out;
        char quote = '\0';
        while (!m_rest.empty() && out.size() < longest_value) {
            const char c = m_rest.front();
            if (quote == '\0' && (c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == ';' || c == ')'))
                break;
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

    /// Takes `$NAME`, `${NAME}`, `${NAME:-default}` or `$((…))` off the front; what is none of these is
    /// empty.
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
            const std::string value = value_of(inside.substr(0, name_end));
            std::string_view rest = inside.substr(name_end);
            const bool has_default = rest.starts_with(":-") || rest.starts_with(":=");
            if (!value.empty() || !has_default || depth > deepest) return value;
            return filled(rest.substr(2), depth + 1);
        }
        if (text.starts_with('(')) { // a command is not run
            text.remove_prefix(std::min(closing(text) + 1, text.size()));
            return {};
        }
        const size_t end =
            static_cast<size_t>(std::ranges::find_if_not(text, is_name_character) - text.begin());
        const std::string out = value_of(text.substr(0, end));
        text.remove_prefix(end);
        return out;
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
                plain += value_of(rest.substr(0, end));
                rest.remove_prefix(end);
            } else {
                if (rest.front() != ' ') plain += rest.front();
                rest.remove_prefix(1);
            }
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
};

} // namespace

ShellSettings read_shell(std::string_view script) { return ShellReader(script).read(); }

} // namespace roofrack
