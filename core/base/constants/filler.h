// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/constants/defaults.h"
#include "core/base/units/diagnostic.h"

#include <fmt/format.h>
#include <optional>
#include <string>

namespace roofrack {

/// Moves the figures of one group into its struct; the first missing one stays as the error.
class Filler {
public:
    Filler(const Defaults& from, std::string_view where)
        : m_from(from)
        , m_where(where) {}
    const std::optional<Diagnostic>& error() const { return m_error; }
    void begin(std::string_view group) { m_group = group; }

    /// A number or a quantity; a list or a table element by element.
    template<class T>
    void read(std::string_view key, T& into) {
        const std::string path = fmt::format("{}.{}", m_group, key);
        if (const Constant* figure = m_from.figure(path))
            into = T(figure->value);
        else if (!m_error)
            m_error =
                Diagnostic{std::string(m_where), fmt::format("the constant '{}' is missing", path), "add it"};
    }
    template<class T, size_t N>
    void read(std::string_view key, std::array<T, N>& into) {
        for (size_t i = 0; i < N; ++i) read(fmt::format("{}.{}", key, i), into[i]);
    }
    void generations(std::string_view key, Defaults::Generations& into) {
        constexpr std::string_view names[] = {"ampere", "hopper", "blackwell"};
        for (size_t i = 0; i < into.size(); ++i) read(fmt::format("{}.{}", key, names[i]), into[i]);
    }
    void hops(std::string_view key, Defaults::HopLatencies& into) {
        read(fmt::format("{}.ring", key), into.ring);
        read(fmt::format("{}.tree", key), into.tree);
        read(fmt::format("{}.collnet_direct", key), into.collnet_direct);
    }

private:
    const Defaults& m_from;
    std::string_view m_where, m_group;
    std::optional<Diagnostic> m_error;
};

/// Groups of constants, each by its name in resources/catalog/defaults.json.
void fill(Filler& f, Defaults::Collectives& c);
void fill(Filler& f, Defaults::Topology& t);
void fill(Filler& f, Defaults::Stragglers& s, Defaults::Failures& v, Defaults::Convergence& c,
          Defaults::Regimes& r);
void fill(Filler& f, Defaults::MeasuredScaling& m);
void fill(Filler& f, Defaults::MemoryWall& m);
void fill(Filler& f, Defaults::Announced& a);
void fill(Filler& f, Defaults::Power& p);
void fill(Filler& f, Defaults::Cooling& c, Defaults::Plant& p);
void fill(Filler& f, Defaults::Hall& h, Defaults::Memory& m, Defaults::Input& i, Defaults::Host& s);
void fill(Filler& f, Defaults::Site& s, Defaults::Ownership& o);

} // namespace roofrack
