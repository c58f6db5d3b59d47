// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/spreadsheet/workbook_reader.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <string>
#include <vector>

namespace roofrack::test {

/// Calculates the formulas that our workbooks have, anew from their cells: a second opinion on the values
/// that stand beside them. Throws on anything that it does not know.
class SheetFormula {
public:
    SheetFormula(const ReadWorkbook& book, const ReadSheet& sheet, std::string text)
        : m_book(book)
        , m_sheet(&sheet)
        , m_text(std::move(text)) {}

    double value() {
        const double out = sum();
        if (m_at != m_text.size()) throw std::runtime_error("what follows is not known: " + m_text);
        return out;
    }

private:
    using Cells = std::vector<std::string>;

    char peek() const { return m_at < m_text.size() ? m_text[m_at] : '\0'; }
    bool take(char c) {
        if (peek() != c) return false;
        ++m_at;
        return true;
    }
    void need(char c) {
        if (!take(c)) throw std::runtime_error(std::string("no ") + c + " in " + m_text);
    }

    double sum() {
        double out = product();
        while (true) {
            if (take('+'))
                out += product();
            else if (take('-'))
                out -= product();
            else
                return out;
        }
    }
    double product() {
        double out = power();
        while (true) {
            if (take('*'))
                out *= power();
            else if (take('/'))
                out /= power();
            else
                return out;
        }
    }
    double power() {
        // A sign binds closer than a power, in sheets.
        double out = sign();
        while (take('^')) out = std::pow(out, sign());
        return out;
    }
    double sign() { return take('-') ? -sign() : atom(); }

    double atom() {
        if (take('(')) {
            const double out = sum();
            need(')');
            return out;
        }
        if (std::isdigit(static_cast<unsigned char>(peek())) || peek() == '.') {
            double out = 0;
            const auto read = std::from_chars(m_text.data() + m_at, m_text.data() + m_text.size(), out);
            m_at = static_cast<size_t>(read.ptr - m_text.data());
            return out;
        }
        const std::string word = name();
        if (take('(')) return word == "MIN" ? least() : call(word);
        return number(cells(word).at(0));
    }

    double least() {
        double out = sum();
        while (take(',')) out = std::min(out, sum());
        need(')');
        return out;
    }

    std::string name() {
        const size_t from = m_at;
        if (take('\'')) {
            while (peek() != '\'') ++m_at;
            ++m_at;
        }
        while (std::isalnum(static_cast<unsigned char>(peek())) || std::string("$_!:").find(peek()) < 4)
            ++m_at;
        if (from == m_at) throw std::runtime_error("no name in " + m_text);
        return m_text.substr(from, m_at - from);
    }

    static double number(const std::string& text) { return text.empty() ? 0 : std::stod(text); }

    /// "B4", "$B$4:B9", "Bill!C4" or a defined name.
    Cells cells(std::string reference) const {
        const ReadSheet* sheet = m_sheet;
        if (const auto known = m_book.defined.find(reference); known != m_book.defined.end())
            reference = known->second;
        if (const size_t mark = reference.find('!'); mark != std::string::npos) {
            std::string of = reference.substr(0, mark);
            if (of.starts_with('\'')) of = of.substr(1, of.size() - 2);
            sheet = m_book.sheet(of);
            if (!sheet) throw std::runtime_error("no sheet " + of);
            reference = reference.substr(mark + 1);
        }
        const size_t colon = reference.find(':');
        const auto from = place(reference.substr(0, colon));
        const auto to = colon == std::string::npos ? from : place(reference.substr(colon + 1));
        Cells out;
        for (size_t row = from.first; row <= to.first; ++row)
            for (size_t column = from.second; column <= to.second; ++column)
                out.push_back(sheet->at(row, column));
        return out;
    }
    static std::pair<size_t, size_t> place(const std::string& reference) {
        size_t column = 0, row = 0;
        for (const char c : reference)
            if (std::isupper(static_cast<unsigned char>(c)))
                column = column * 26 + static_cast<size_t>(c - 'A' + 1);
            else if (std::isdigit(static_cast<unsigned char>(c)))
                row = row * 10 + static_cast<size_t>(c - '0');
            else if (c != '$')
                throw std::runtime_error("no cell: " + reference);
        if (row == 0 || column == 0) throw std::runtime_error("no cell: " + reference);
        return {row - 1, column - 1};
    }

    double call(const std::string& function) {
        std::vector<std::string> arguments;
        while (peek() != ')') {
            if (take('"')) {
                const size_t from = m_at;
                while (peek() != '"') ++m_at;
                arguments.push_back(m_text.substr(from, m_at++ - from));
            } else
                arguments.push_back(name());
            take(',');
        }
        need(')');
        const Cells first = cells(arguments.at(0));
        double out = 0;
        if (function == "COUNT")
            for (const std::string& cell : first) out += cell.empty() ? 0 : 1;
        else if (function == "SUM")
            for (const std::string& cell : first) out += number(cell);
        else if (function == "SUMPRODUCT") {
            const Cells other = cells(arguments.at(1));
            for (size_t i = 0; i < first.size(); ++i) out += number(first[i]) * number(other.at(i));
        } else if (function == "SUMIFS") {
            for (size_t i = 0; i < first.size(); ++i) {
                bool counts = true;
                for (size_t k = 1; k + 1 < arguments.size(); k += 2) {
                    const std::string cell = cells(arguments[k]).at(i), &wanted = arguments[k + 1];
                    counts &= wanted.starts_with("<>") ? cell != wanted.substr(2) : cell == wanted;
                }
                if (counts) out += number(first[i]);
            }
        } else
            throw std::runtime_error("no function " + function);
        return out;
    }

    const ReadWorkbook& m_book;
    const ReadSheet* m_sheet;
    std::string m_text;
    size_t m_at = 0;
};

} // namespace roofrack::test
