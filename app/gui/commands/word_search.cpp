// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/commands/word_search.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace roofrack {

namespace {

constexpr int least_inside = 3;    // letters that may stand within a word
constexpr int least_beginning = 4; // letters that tell a word of a group
constexpr int word_weight = 16; // word weight of a score, against the words of the name that nobody asked for

/// Words of the trade that lead to each other.
constexpr std::array word_groups = {
    QT_TRANSLATE_NOOP("roofrack::WantedWords",
                      "price cost costs money dollar dollars $ capital capex budget"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "rent cloud lease hour"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "electricity power energy kwh"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "limit cap maximum most"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "grid utility supply feed ups"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "heat cooling temperature thermal air liquid"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "climate weather year"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "carbon co2 emissions"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "network fabric interconnect nic bandwidth"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "link cable connection"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "gpu accelerator chip"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "server node host"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "room hall floor"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "failure fault outage mtbf afr"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "memory hbm vram"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "straggler slow spread"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords",
                      "finetuning finetune tuning tune lora qlora peft adapters sft"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "rlhf rl ppo dpo grpo alignment"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "plan parallelism degrees"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "scaling speedup curve"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "utilisation utilization mfu hfu efficiency"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "throughput speed tokens rate"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "time duration days"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "trace log profile measurement measured"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "bill bom materials"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "theme colour color appearance"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "help guide manual documentation"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "export picture image"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "delete remove erase"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "template wizard"),
    QT_TRANSLATE_NOOP("roofrack::WantedWords", "problem warning error finding"),
};

/// What stands between the words that are meant: "power limit of the site". A name need not have them.
bool is_little(const QString& word) {
    static const QStringList all =
        QCoreApplication::translate("roofrack::WantedWords", "of the for in at on to a an").split(u' ');
    return all.contains(word, Qt::CaseInsensitive);
}

bool is_in_word(QChar letter) { return letter.isLetterOrNumber() || letter == u'$' || letter == u'%'; }

/// Calls `visit` with each word, until it says that it has seen enough.
template<class Visit>
void each_word(QStringView text, Visit visit) {
    for (qsizetype at = 0; at < text.size();) {
        if (!is_in_word(text[at])) {
            ++at;
            continue;
        }
        const qsizetype begin = at;
        while (at < text.size() && is_in_word(text[at])) ++at;
        if (!visit(text.sliced(begin, at - begin))) return;
    }
}

QStringList words_of(QStringView text) {
    QStringList out;
    each_word(text, [&](QStringView word) {
        out << word.toString();
        return true;
    });
    return out;
}

QStringList other_words(const QString& word) {
    QStringList out;
    for (const char* group : word_groups) {
        const QStringList words = QCoreApplication::translate("roofrack::WantedWords", group).split(u' ');
        const bool is_meant = std::ranges::any_of(words, [&](const QString& each) {
            return each.compare(word, Qt::CaseInsensitive) == 0 ||
                   (word.size() >= least_beginning && each.startsWith(word, Qt::CaseInsensitive));
        });
        if (!is_meant) continue;
        for (const QString& each : words)
            if (!each.startsWith(word, Qt::CaseInsensitive)) out << each;
    }
    return out;
}

/// How well a text has the word: 0 as a word of its own, 1 at the beginning of one, 3 inside; none: not.
std::optional<int> distance(const QString& wanted, QStringView text) {
    std::optional<int> best;
    each_word(text, [&](QStringView word) {
        int here = 4;
        if (word.startsWith(wanted, Qt::CaseInsensitive))
            here = word.size() == wanted.size() ? 0 : 1;
        else if (wanted.size() >= least_inside && word.contains(wanted, Qt::CaseInsensitive))
            here = 3;
        if (here < 4 && (!best || here < *best)) best = here;
        return best != 0;
    });
    return best;
}

} // namespace

WantedWords::WantedWords(const QString& text) {
    for (const QString& word : words_of(text)) m_words.push_back({word, other_words(word), is_little(word)});
    if (std::ranges::all_of(m_words, &Word::is_little))
        for (Word& each : m_words) each.is_little = false; // nothing else is meant
}

std::optional<int> WantedWords::score(const QString& name, const QString& more) const {
    constexpr int without_little = 2, in_more = 6, as_other = 5, other_in_more = 12;
    int sum = 0;
    for (const Word& word : m_words) {
        std::optional<int> best = distance(word.text, name);
        if (word.is_little) {
            sum += std::min(best.value_or(without_little), without_little);
            continue;
        }
        const auto add = [&](const QString& wanted, const QString& text, int added) {
            if (text.isEmpty() || (best && *best <= added)) return;
            // Other words are whole, or in plural: "cap" is not meant by "capacity".
            if (const auto found = distance(wanted, text); found && (added == in_more || *found == 0))
                best = best ? std::min(*best, *found + added) : *found + added;
        };
        for (const QString& other : word.others) add(other, name, as_other);
        add(word.text, more, in_more);
        for (const QString& other : word.others) add(other, more, other_in_more);
        if (!best) return std::nullopt;
        sum += *best;
    }
    int words = 0;
    each_word(name, [&](QStringView) { return ++words < word_weight; });
    const int besides = std::max(0, words - static_cast<int>(m_words.size()));
    return sum * word_weight + std::min(besides, word_weight - 1);
}

} // namespace roofrack
