// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/report/pdf_outline.h"

#include <algorithm>
#include <optional>

namespace roofrack {

namespace {

/// The number behind `key` in the trailer or an object; none: it has none.
std::optional<int> number_after(const QByteArray& text, const QByteArray& key) {
    const qsizetype at = text.indexOf(key + ' ');
    if (at < 0) return std::nullopt;
    qsizetype end = at + key.size() + 1;
    while (end < text.size() && text[end] >= '0' && text[end] <= '9') ++end;
    bool is_number = false;
    const int out = text.mid(at + key.size() + 1, end - at - key.size() - 1).toInt(&is_number);
    return is_number ? std::optional(out) : std::nullopt;
}

/// What Qt wrote, as far as an update must know it.
struct PdfParts {
    int size = 0, root = 0, info = 0; ///< as the trailer has them
    qsizetype table = 0;              ///< where the table of objects begins
    QByteArray catalog;               ///< the root without its brackets
    std::vector<int> pages;           ///< objects of the pages, in their order
    double height = 0;                ///< a page's, points
};

/// The object of that number without its brackets; empty: there is none.
QByteArray object_of(const QByteArray& pdf, qsizetype table, int number) {
    // "xref\n0 N\n", then entries of 20 bytes each.
    const qsizetype first = pdf.indexOf('\n', pdf.indexOf('\n', table) + 1) + 1;
    bool is_number = false;
    const qsizetype at = pdf.mid(first + 20 * number, 10).toLongLong(&is_number);
    if (!is_number || at <= 0) return {};
    const qsizetype begin = pdf.indexOf("<<", at), end = pdf.indexOf("endobj", at);
    const qsizetype close = end < 0 ? -1 : pdf.lastIndexOf(">>", end);
    if (!pdf.mid(at, 12).startsWith(QByteArray::number(number) + " 0 obj") || begin < 0 || close < begin)
        return {};
    return pdf.mid(begin + 2, close - begin - 2);
}

std::optional<PdfParts> parts_of(const QByteArray& pdf) {
    PdfParts out;
    const qsizetype trailer = pdf.lastIndexOf("trailer"), start = pdf.lastIndexOf("startxref");
    if (trailer < 0 || start < trailer) return std::nullopt;
    const QByteArray end = pdf.mid(trailer, start - trailer);
    const auto size = number_after(end, "/Size"), root = number_after(end, "/Root"),
               info = number_after(end, "/Info");
    bool is_number = false;
    out.table =
        pdf.mid(start + 10, pdf.indexOf('\n', start + 10) - start - 10).trimmed().toLongLong(&is_number);
    if (!size || !root || !info || !is_number || !pdf.mid(out.table, 4).startsWith("xref"))
        return std::nullopt;
    out.size = *size;
    out.root = *root;
    out.info = *info;
    out.catalog = object_of(pdf, out.table, out.root);
    const auto tree = number_after(out.catalog, "/Pages");
    if (!tree) return std::nullopt;
    const QByteArray pages = object_of(pdf, out.table, *tree);
    const qsizetype kids = pages.indexOf("/Kids"), open = pages.indexOf('[', kids);
    const QByteArray list = pages.mid(open + 1, pages.indexOf(']', open) - open - 1).simplified();
    const QList<QByteArray> words = list.split(' ');
    if (kids < 0 || open < 0) return std::nullopt;
    for (qsizetype i = 0; i + 2 < words.size(); i += 3) out.pages.push_back(words[i].toInt());
    if (out.pages.empty()) return std::nullopt;
    const QByteArray page = object_of(pdf, out.table, out.pages.front());
    const qsizetype box = page.indexOf("/MediaBox");
    const QByteArray sides = page.mid(page.indexOf('[', box) + 1);
    out.height = sides.left(sides.indexOf(']')).simplified().split(' ').value(3).toDouble();
    if (box < 0 || !(out.height > 0)) return std::nullopt;
    return out;
}

/// Text of a PDF's object: UTF-16 with its mark, as hexadecimal digits.
QByteArray pdf_text(const QString& text) {
    QByteArray out = "<FEFF";
    for (const QChar c : text) out += QByteArray::number(c.unicode(), 16).rightJustified(4, '0').toUpper();
    return out + '>';
}

} // namespace

QByteArray with_outline(const QByteArray& pdf, const std::vector<OutlineEntry>& entries) {
    const auto parts = parts_of(pdf);
    if (!parts || entries.empty() || parts->catalog.contains("/Outlines")) return pdf;
    const int count = static_cast<int>(entries.size()), outline = parts->size;
    QByteArray out = pdf;
    if (!out.endsWith('\n')) out += '\n';
    std::vector<std::pair<int, qsizetype>> places;
    const auto add = [&](int number, const QByteArray& body) {
        places.emplace_back(number, out.size());
        out += QByteArray::number(number) + " 0 obj\n<<" + body + ">>\nendobj\n";
    };
    const auto reference = [](int number) { return QByteArray::number(number) + " 0 R"; };
    add(parts->root, parts->catalog + "/Outlines " + reference(outline) + "\n/PageMode /UseOutlines\n");
    add(outline, "\n/Type /Outlines\n/First " + reference(outline + 1) + "\n/Last " +
                     reference(outline + count) + "\n/Count " + QByteArray::number(count) + "\n");
    for (int i = 0; i < count; ++i) {
        const OutlineEntry& entry = entries[static_cast<size_t>(i)];
        const auto page =
            static_cast<size_t>(std::clamp(entry.page - 1, 0, static_cast<int>(parts->pages.size()) - 1));
        QByteArray body = "\n/Title " + pdf_text(entry.title) + "\n/Parent " + reference(outline) +
                          "\n/Dest [" + reference(parts->pages[page]) + " /XYZ null " +
                          QByteArray::number(parts->height - entry.points, 'f', 1) + " null]\n";
        if (i > 0) body += "/Prev " + reference(outline + i) + "\n";
        if (i + 1 < count) body += "/Next " + reference(outline + i + 2) + "\n";
        add(outline + 1 + i, body);
    }
    const qsizetype table = out.size();
    out += "xref\n";
    for (const auto& [number, place] : places)
        out += QByteArray::number(number) + " 1\n" + QByteArray::number(place).rightJustified(10, '0') +
               " 00000 n \n";
    out += "trailer\n<<\n/Size " + QByteArray::number(outline + 1 + count) + "\n/Info " +
           reference(parts->info) + "\n/Root " + reference(parts->root) + "\n/Prev " +
           QByteArray::number(parts->table) + "\n>>\nstartxref\n" + QByteArray::number(table) + "\n%%EOF\n";
    return out;
}

} // namespace roofrack
