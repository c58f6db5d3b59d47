// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/answers.h"

#include <map>
#include <memory>
#include <typeindex>

namespace roofrack {

/// Whether an answer of an earlier snapshot may stand in for one that is not known yet: it is of the same
/// scenario, plan and metric.
inline bool may_stand_in(const Snapshot& earlier, const Snapshot& now) {
    return earlier.scenario->name == now.scenario->name && earlier.best_plan == now.best_plan &&
           earlier.metric == now.metric;
}

/// What a view shows of a snapshot's answers, by their types. Each is as it was known when it was first read
/// here, so that all that is painted together is of one moment; what is found later is read by a new one.
/// Used by one thread at a time.
class ShownAnswers {
public:
    ShownAnswers() = default; ///< nothing is known, and nothing is being found
    explicit ShownAnswers(std::shared_ptr<const Answers> answers)
        : m_answers(std::move(answers)) {}

    /// The answer, or until it is known an earlier one that may stand in. Null: there is none.
    template<class T>
    std::shared_ptr<const T> have() const {
        return std::static_pointer_cast<const T>(entry<T>().value);
    }
    /// As have(), where an empty answer stands for none.
    template<class T>
    const T& have_or_empty() const {
        static const T empty{};
        const auto& value = entry<T>().value;
        return value ? *static_cast<const T*>(value.get()) : empty;
    }
    /// The answer of this snapshot itself. Null: not known yet, or there is none.
    template<class T>
    std::shared_ptr<const T> have_now() const {
        return is_awaited<T>() ? nullptr : have<T>();
    }
    /// This snapshot has not answered yet: what have() gives is an earlier one's.
    template<class T>
    bool is_awaited() const {
        return entry<T>().is_awaited;
    }
    /// Why this snapshot has no answer. Null: it has one, or it is not known yet.
    template<class T>
    const Diagnostic* why_none() const {
        return entry<T>().why;
    }
    /// Shows this as the snapshot's answer.
    template<class T>
    void put(T answer) {
        m_entries[typeid(T)] = {std::make_shared<const T>(std::move(answer))};
    }

private:
    struct Entry {
        std::shared_ptr<const void> value{};
        bool is_awaited = false;
        const Diagnostic* why = nullptr; ///< lives as long as the answers
    };

    template<class T>
    const Entry& entry() const {
        const auto [found, is_new] = m_entries.try_emplace(typeid(T));
        if (is_new && m_answers) found->second = read<T>(m_answers);
        return found->second;
    }
    template<class T>
    static Entry read(const std::shared_ptr<const Answers>& answers) {
        if (const Result<T>* known = answers->have<T>()) {
            if (!*known) return {nullptr, false, &known->error()};
            return {std::shared_ptr<const T>(answers, &**known)};
        }
        const auto earlier = answers->earlier<T>();
        if (!earlier.answer || !*earlier.answer || !may_stand_in(*earlier.of, answers->snapshot()))
            return {nullptr, true};
        return {std::shared_ptr<const T>(earlier.answer, &**earlier.answer), true};
    }

    std::shared_ptr<const Answers> m_answers;
    mutable std::map<std::type_index, Entry> m_entries;
};

} // namespace roofrack
