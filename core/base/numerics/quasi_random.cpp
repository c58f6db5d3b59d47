// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/numerics/quasi_random.h"

#include <boost/random/sobol.hpp>

#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

namespace roofrack {

struct QuasiRandom::Engine {
    explicit Engine(size_t dimensions)
        : sobol(std::max<size_t>(1, dimensions)) {
        std::mt19937 shifts(20080901); // any fixed seed
        for (size_t i = 0; i < std::max<size_t>(1, dimensions); ++i) shift.push_back(shifts());
    }
    boost::random::sobol_engine<std::uint32_t, 32> sobol;
    std::vector<std::uint32_t> shift;
    bool is_first = true; ///< the sequence begins with all zeros, which the engine leaves out
};

QuasiRandom::QuasiRandom(size_t dimensions)
    : m_engine(std::make_unique<Engine>(dimensions)) {}
QuasiRandom::~QuasiRandom() = default;
QuasiRandom::QuasiRandom(QuasiRandom&&) noexcept = default;
QuasiRandom& QuasiRandom::operator=(QuasiRandom&&) noexcept = default;

void QuasiRandom::next(std::span<double> point) {
    constexpr double two_to_32 = 4294967296.0;
    Engine& engine = *m_engine;
    for (size_t i = 0; i < engine.shift.size(); ++i) {
        const std::uint32_t digits = engine.is_first ? 0 : engine.sobol();
        if (i < point.size()) point[i] = (static_cast<double>(digits ^ engine.shift[i]) + 0.5) / two_to_32;
    }
    engine.is_first = false;
}

} // namespace roofrack
