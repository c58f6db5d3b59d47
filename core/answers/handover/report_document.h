// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <vector>

namespace roofrack {

/// What a house style adds to a report as a web page, ready to be written.
struct HtmlLook {
    std::string css{};  ///< after the rules of every report
    std::string head{}; ///< above the title
    std::string foot{}; ///< below all
};

/// A document of sections with paragraphs, lists, tables and pictures: what a report is before it is HTML,
/// Markdown or sheets of paper. Texts are plain; each way escapes them.
class ReportDocument {
public:
    struct Table {
        std::vector<std::string> head;
        std::vector<std::vector<std::string>> rows;
        size_t texts = 1; ///< columns on the left that are text; the others are numbers
    };
    enum class Kind { section, paragraph, list, table, picture };
    struct Block {
        Kind kind;
        std::string text{};               ///< a heading, a paragraph, or the SVG of a picture
        std::string shows{}, view{};      ///< as picture() has them
        std::vector<std::string> items{}; ///< a list
        Table table{};
    };

    explicit ReportDocument(std::string title)
        : m_title(std::move(title)) {}

    void section(const std::string& heading);
    void paragraph(const std::string& text);   ///< nothing without text; it begins with a capital letter
    void list(std::vector<std::string> items); ///< nothing where there are none; likewise
    void table(Table table);                   ///< nothing without rows
    bool ends_with_heading() const;            ///< nothing stands below the last section's heading
    /// An SVG picture of our own making, and what it shows, which stands below it. `view`:
    /// the view of the window that shows the same, "scaling", which stands in its place where one can be
    /// painted. Nothing without an SVG.
    void picture(const std::string& svg, const std::string& shows, const std::string& view = {});

    const std::string& title() const { return m_title; }
    const std::vector<Block>& blocks() const { return m_blocks; }
    /// One file that needs no other, without scripts.
    std::string html(const HtmlLook& look = {}) const;
    /// `folder`: where the pictures() stand from the text's own place, by which it links them; empty: they
    /// stand nowhere, and the text says where they are.
    std::string markdown(const std::string& folder = {}) const;
    /// The pictures as files of their own: "picture-1.svg".
    struct Picture {
        std::string file, svg;
    };
    std::vector<Picture> pictures() const;

private:
    std::string m_title;
    std::vector<Block> m_blocks;
};

} // namespace roofrack
