// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/measured/draft/told_run.h"

#include <charconv>
#include <cmath>
#include <fmt/format.h>

namespace roofrack {

void ToldRun::tell(std::string_view key, std::string value, std::string reason, std::string file) {
    put(key, {std::move(value), false, std::move(reason), std::move(file)});
}

void ToldRun::guess(std::string_view key, std::string value, std::string reason, std::string file) {
    put(key, {std::move(value), true, std::move(reason), std::move(file)});
}

void ToldRun::put(std::string_view key, ToldFact fact) {
    if (fact.value.empty()) return;
    const auto found = m_facts.find(key);
    if (found == m_facts.end()) {
        m_facts.emplace(std::string(key), std::move(fact));
        return;
    }
    ToldFact& known = found->second;
    const bool was_said = known.file.empty(); // by who asks, who is right
    if (known.is_guess && !fact.is_guess) {
        known = std::move(fact);
    } else if (!was_said && !known.is_guess && !fact.is_guess && known.value != fact.value &&
               known.file != fact.file) {
        std::string text =
            fmt::format("{}: {} says {}, {} says {}", key, known.file, known.value, fact.file, fact.value);
        if (m_contradictions.size() < 20) m_contradictions.push_back(std::move(text));
    }
}

const ToldFact* ToldRun::find(std::string_view key) const {
    const auto found = m_facts.find(key);
    return found == m_facts.end() ? nullptr : &found->second;
}

std::string ToldRun::text(std::string_view key) const {
    const ToldFact* const fact = find(key);
    return fact ? fact->value : std::string();
}

double ToldRun::number(std::string_view key) const {
    const ToldFact* const fact = find(key);
    if (!fact) return 0;
    double value = 0;
    const auto [end, error] =
        std::from_chars(fact->value.data(), fact->value.data() + fact->value.size(), value);
    return error == std::errc{} && std::isfinite(value) ? value : 0;
}

} // namespace roofrack
