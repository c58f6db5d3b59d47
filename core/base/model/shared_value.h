// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <memory>
#include <utility>

namespace roofrack {

/// A value that several others hold and none changes; compared by value. Empty: there is none. T may be
/// incomplete where a member is declared.
template<class T>
class SharedValue {
public:
    SharedValue() = default;
    explicit SharedValue(T value)
        : m_value(std::make_shared<const T>(std::move(value))) {}

    const T* get() const { return m_value.get(); }
    const T& operator*() const { return *m_value; }
    const T* operator->() const { return m_value.get(); }
    explicit operator bool() const { return m_value != nullptr; }
    friend bool operator==(const SharedValue& a, const SharedValue& b) {
        return a.m_value == b.m_value || (a.m_value && b.m_value && *a.m_value == *b.m_value);
    }

private:
    std::shared_ptr<const T> m_value;
};

} // namespace roofrack
