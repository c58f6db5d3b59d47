// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

/// Declares what copies, moves and destroys a large value. ROOFRACK_DEFINE_VALUE(Type) in its source defines
/// it: compiled once, and not in each source that has such a value.
#define ROOFRACK_DECLARE_VALUE(Type)                                                                         \
    Type(const Type&);                                                                                       \
    Type(Type&&) noexcept;                                                                                   \
    Type& operator=(const Type&);                                                                            \
    Type& operator=(Type&&) noexcept;                                                                        \
    ~Type();

#define ROOFRACK_DEFINE_VALUE(Type)                                                                          \
    Type::Type(const Type&) = default;                                                                       \
    Type::Type(Type&&) noexcept = default;                                                                   \
    Type& Type::operator=(const Type&) = default;                                                            \
    Type& Type::operator=(Type&&) noexcept = default;                                                        \
    Type::~Type() = default;
