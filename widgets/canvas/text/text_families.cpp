// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/canvas/text/text_families.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <optional>
#include <tuple>

namespace roofrack {
namespace {

std::optional<TextFamily::Sort> sort_of(ElementKind kind) {
    switch (kind) {
    case ElementKind::switch_: return TextFamily::Sort::switches;
    case ElementKind::rack:
    case ElementKind::server: return TextFamily::Sort::hosts;
    case ElementKind::feed:
    case ElementKind::cooling:
    case ElementKind::storage: return TextFamily::Sort::units;
    default: return std::nullopt;
    }
}

size_t mixed(size_t hash, size_t value) { return (hash ^ value) * 1099511628211ULL; }

/// A hash that is equal for names that differ in their digits alone.
size_t stem(const QString& title) {
    size_t hash = 14695981039346656037ULL;
    for (const QChar letter : title)
        if (!letter.isDigit()) hash = mixed(hash, letter.unicode());
    return hash;
}

/// Items that share a key are one group.
class Groups {
public:
    explicit Groups(size_t count)
        : m_first(count)
        , m_keys(std::bit_ceil(8 * count + 8)) {
        std::iota(m_first.begin(), m_first.end(), 0);
    }
    size_t first(size_t at) {
        while (m_first[at] != at) at = m_first[at] = m_first[m_first[at]];
        return at;
    }
    void join(size_t key, size_t at) {
        const size_t mask = m_keys.size() - 1;
        size_t cell = (key ^ (key >> 29)) & mask;
        while (m_keys[cell].taken && m_keys[cell].key != key) cell = (cell + 1) & mask;
        if (!m_keys[cell].taken) {
            m_keys[cell] = {key, at, true};
            return;
        }
        unite(m_keys[cell].item, at);
    }
    void unite(size_t a, size_t b) {
        a = first(a), b = first(b);
        m_first[std::max(a, b)] = std::min(a, b);
    }

private:
    struct Key {
        size_t key = 0, item = 0;
        bool taken = false;
    };
    std::vector<size_t> m_first;
    std::vector<Key> m_keys; ///< by their hash, never half full
};

/// Whole words that all names begin with, where what is left tells at least three apart.
int common_letters(const TextFamily& family, const std::vector<DrawnElement>& elements) {
    constexpr size_t least = 3;
    if (family.members.size() < least) return 0;
    const auto name = [&](int index) {
        const QString& title = elements[static_cast<size_t>(index)].title;
        return QStringView(title).left(title.size() - count_of_title(title).size());
    };
    const QStringView first = name(family.members.front());
    qsizetype same = first.size();
    size_t others = 1;
    for (const int member : family.members) {
        const QStringView other = name(member);
        others += other != first;
        qsizetype at = 0;
        while (at < std::min(same, other.size()) && first[at] == other[at]) ++at;
        same = at == other.size() && other != first ? 0 : std::min(same, at);
        if (same == 0) return 0;
    }
    while (same > 0 && first[same - 1] != QLatin1Char(' ')) --same;
    return others >= least ? static_cast<int>(same) : 0;
}

} // namespace

QStringView count_of_title(const QString& title) {
    const qsizetype times = title.lastIndexOf(QChar(0xd7)) - 1; // " × 32"
    const bool counts = times > 0 && title.size() - times < 10 && title[times] == QLatin1Char(' ') &&
                        times + 2 < title.size() && title[times + 2] == QLatin1Char(' ');
    return counts ? QStringView(title).mid(times) : QStringView();
}

std::vector<TextFamily> text_families(const Diagram& drawing, bool all) {
    const auto& elements = drawing.elements();
    Groups groups(elements.size());
    std::vector<size_t> units;
    for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i) {
        const DrawnElement& element = elements[i];
        const auto sort = sort_of(element.kind);
        if (!sort || (!all && *sort != TextFamily::Sort::switches)) continue;
        const size_t seed = mixed(7, static_cast<size_t>(*sort));
        groups.join(mixed(mixed(seed, 1), stem(element.title)), i);
        const size_t place = mixed(seed, static_cast<size_t>(element.parent + 1));
        // Racks and units stand in rows; switches are few.
        const bool by_row = *sort != TextFamily::Sort::switches;
        groups.join(mixed(mixed(place, 2), by_row ? static_cast<size_t>(std::lround(element.rect.top())) : 0),
                    i);
        if (*sort == TextFamily::Sort::units) units.push_back(i);
    }
    // Units stand in columns, too, one close below the other.
    const auto column = [&](size_t at) {
        return std::tuple(elements[at].parent, std::lround(elements[at].rect.left()),
                          elements[at].rect.top());
    };
    std::sort(units.begin(), units.end(), [&](size_t a, size_t b) { return column(a) < column(b); });
    for (size_t i = 1; i < units.size(); ++i) {
        const DrawnElement &above = elements[units[i - 1]], &below = elements[units[i]];
        constexpr double close = 64; // canvas units
        if (above.parent == below.parent &&
            std::lround(above.rect.left()) == std::lround(below.rect.left()) &&
            below.rect.top() - above.rect.bottom() < close)
            groups.unite(units[i - 1], units[i]);
    }
    std::vector<TextFamily> families;
    std::vector<int> family(elements.size(), -1);
    for (size_t i = static_cast<size_t>(drawing.containers()); i < elements.size(); ++i) {
        const auto sort = sort_of(elements[i].kind);
        if (!sort || (!all && *sort != TextFamily::Sort::switches)) continue;
        int& known = family[groups.first(i)];
        if (known < 0) {
            known = static_cast<int>(families.size());
            families.push_back({*sort, {}, 0});
        }
        families[static_cast<size_t>(known)].members.push_back(static_cast<int>(i));
    }
    for (TextFamily& one : families) one.common = common_letters(one, elements);
    std::stable_sort(families.begin(), families.end(),
                     [](const TextFamily& a, const TextFamily& b) { return a.sort < b.sort; });
    return families;
}

} // namespace roofrack
