// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <cstddef>
#include <memory>
#include <span>

namespace roofrack {

/// Points that fill the unit cube more evenly than random ones: Sobol's sequence. Its direction numbers are
/// those that Joe and Kuo published in 2008, as Boost.Random has them. Each dimension is shifted digit by
/// digit by a fixed amount, so that no point lies on an edge. The points are the same each time.
class QuasiRandom {
public:
    /// Up to most_dimensions.
    explicit QuasiRandom(size_t dimensions);
    ~QuasiRandom();
    QuasiRandom(QuasiRandom&&) noexcept;
    QuasiRandom& operator=(QuasiRandom&&) noexcept;

    /// Fills one number a dimension, each above 0 and below 1.
    void next(std::span<double> point);

    static constexpr size_t most_dimensions = 3000;

private:
    struct Engine;
    std::unique_ptr<Engine> m_engine;
};

} // namespace roofrack
