// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/answers.h"

#include <condition_variable>
#include <map>
#include <mutex>

namespace roofrack {

struct Answers::Memory {
    struct Slot {
        Kept kept; ///< null: not known
        bool is_being_found = false;
    };
    std::mutex mutex;
    std::condition_variable_any found;
    std::map<Key, Slot> slots;  ///< guarded by `mutex`
    std::map<Key, Kept> before; ///< values of earlier snapshots
};

namespace {

/// Calls `done` at the end of the scope, also where something was thrown.
template<class Done>
struct AtEnd {
    Done done;
    ~AtEnd() { done(); }
};
template<class Done>
AtEnd(Done) -> AtEnd<Done>; // which clang 16 does not deduce by itself

} // namespace

Answers::Answers(Snapshot snapshot, const Catalog& catalog, const Answers* before)
    : m_snapshot(std::make_shared<const Snapshot>(std::move(snapshot)))
    , m_catalog(catalog)
    , m_memory(std::make_unique<Memory>()) {
    if (!before) return;
    const std::lock_guard lock(before->m_memory->mutex);
    m_memory->before = before->m_memory->before;
    for (const auto& [key, slot] : before->m_memory->slots)
        if (slot.kept.value) m_memory->before[key] = slot.kept;
}

Answers::~Answers() = default;

Answers Answers::with(Scenario changed) const {
    Snapshot snapshot = *m_snapshot;
    snapshot.scenario = std::make_shared<const Scenario>(std::move(changed));
    return Answers(std::move(snapshot), m_catalog, this);
}

const void* Answers::ask(Key key, Find find) const {
    const std::stop_token stop = m_stop.get_token();
    std::unique_lock lock(m_memory->mutex);
    Memory::Slot& slot = m_memory->slots[key]; // stays where it is
    while (!slot.kept.value) {
        if (stop.stop_requested()) return nullptr;
        if (slot.is_being_found) {
            m_memory->found.wait(lock, stop, [&] { return slot.kept.value || !slot.is_being_found; });
            continue;
        }
        slot.is_being_found = true;
        std::shared_ptr<const void> value;
        {
            lock.unlock();
            const AtEnd leave{[&] {
                lock.lock();
                slot.is_being_found = false;
                // What was found until a stop is a part of the answer at best.
                if (!stop.stop_requested() && value) slot.kept = {std::move(value), m_snapshot};
                m_memory->found.notify_all();
            }};
            value = find(*this, stop);
        }
        if (slot.kept.value) m_memory->before.erase(key);
    }
    return slot.kept.value.get();
}

const void* Answers::known(Key key) const {
    const std::lock_guard lock(m_memory->mutex);
    const auto found = m_memory->slots.find(key);
    return found == m_memory->slots.end() ? nullptr : found->second.kept.value.get();
}

Answers::Kept Answers::kept_from_before(Key key) const {
    const std::lock_guard lock(m_memory->mutex);
    const auto found = m_memory->before.find(key);
    return found == m_memory->before.end() ? Kept{} : found->second;
}

} // namespace roofrack
