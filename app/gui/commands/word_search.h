// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>
#include <QStringList>

#include <optional>
#include <vector>

namespace roofrack {

/// What somebody types to find something: words in any order and any case. Each must begin a word of the name
/// that is sought, stand in one, or be another word for one ("price" finds the cost); "of", "the" and the
/// like need not, beside others. Letters that are merely in order find nothing.
class WantedWords {
public:
    explicit WantedWords(const QString& text);

    /// Lower is better: whole words before beginnings, these before other words for them, short names before
    /// long ones. `more`: words that lead there too, which count less than the name's. None: some word is in
    /// neither.
    std::optional<int> score(const QString& name, const QString& more = {}) const;

private:
    struct Word {
        QString text;
        QStringList others;     ///< others that mean nearly the same
        bool is_little = false; ///< "of", "the" beside words that are meant: a name may be without it
    };
    std::vector<Word> m_words;
};

} // namespace roofrack
