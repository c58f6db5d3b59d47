// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/style/style_footer.h"

namespace roofrack {

namespace {

/// A piece of a footer: text as it stands, or a name with its braces.
struct FooterPiece {
    std::string_view text;
    bool is_name;
};

FooterPiece next_piece(std::string_view rest) {
    if (rest.front() != '{') {
        const size_t end = rest.find_first_of("{}", rest.front() == '}' ? 1 : 0);
        return {rest.substr(0, end), rest.front() == '}'};
    }
    const size_t end = rest.find_first_of("{}", 1);
    const bool is_closed = end != rest.npos && rest[end] == '}';
    return {rest.substr(0, is_closed ? end + 1 : end), true};
}

} // namespace

std::string footer_text(std::string_view footer, const FooterFacts& facts) {
    std::string out;
    while (!footer.empty()) {
        const auto [piece, is_name] = next_piece(footer);
        footer.remove_prefix(piece.size());
        if (piece == "{date}")
            out += facts.date;
        else if (piece == "{project}")
            out += facts.project;
        else if (piece == "{page}")
            out += std::to_string(facts.page);
        else if (piece == "{pages}")
            out += std::to_string(facts.pages);
        else
            out += piece;
    }
    return out;
}

std::string numbered_footer(std::string_view footer, const FooterFacts& facts) {
    if (numbers_pages(footer)) return footer_text(footer, facts);
    const std::string number = std::to_string(facts.page) + " / " + std::to_string(facts.pages);
    return footer.empty() ? number : footer_text(footer, facts) + "   " + number;
}

bool numbers_pages(std::string_view footer) { return footer.find("{page}") != footer.npos; }

std::optional<std::string> unknown_in_footer(std::string_view footer) {
    while (!footer.empty()) {
        const auto [piece, is_name] = next_piece(footer);
        footer.remove_prefix(piece.size());
        if (is_name && piece != "{date}" && piece != "{project}" && piece != "{page}" && piece != "{pages}")
            return std::string(piece);
    }
    return std::nullopt;
}

} // namespace roofrack
