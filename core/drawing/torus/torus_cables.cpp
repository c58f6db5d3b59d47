// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/drawing/torus/torus_cables.h"

#include "core/base/units/saturated.h"

#include <algorithm>

namespace roofrack {

namespace {

/// Cables along one line of `dim` places: one between neighbours, and the wrap-around from the last place to
/// the first where there are more than two.
double around(int dim) { return dim < 2 ? 0 : dim == 2 ? 1 : dim; }

/// The sides of a block of `gpus` places, which divide the dims: doubled along the axes in turn.
std::vector<int> block_of(const std::vector<int>& dims, int gpus) {
    std::vector<int> block(dims.size(), 1);
    for (bool grown = true; gpus > 1 && grown;) {
        grown = false;
        for (size_t axis = 0; axis < dims.size() && gpus > 1; ++axis)
            if (gpus % 2 == 0 && dims[axis] % (block[axis] * 2) == 0) {
                block[axis] *= 2;
                gpus /= 2;
                grown = true;
            }
    }
    // A factor other than two, or one that no axis has room for, lies along the first axis.
    block[0] *= gpus;
    return block;
}

} // namespace

std::optional<TorusCables> TorusCables::make(const std::vector<int>& dims, double servers, double gpus) {
    double places = dims.empty() ? 0 : 1;
    for (const int dim : dims) places *= std::max(1, dim);
    const bool by_server = places == servers;
    if (!by_server && places != servers * gpus) return std::nullopt;
    TorusCables out;
    for (const int dim : dims) out.m_dims.push_back(std::max(1, dim));
    out.m_block = block_of(out.m_dims, by_server ? 1 : saturated<int>(gpus));
    for (size_t axis = 0; axis < out.m_dims.size(); ++axis) {
        const int dim = out.m_dims[axis], side = out.m_block[axis];
        // Along a line, every `side`-th pair of neighbours stands in two servers.
        const double wired = side == 1 ? around(dim) : dim <= side ? 0 : dim / side;
        out.m_count += places / dim * wired;
    }
    return out;
}

double TorusCables::server(const std::vector<int>& at) const {
    double out = 0, stride = 1;
    for (size_t axis = 0; axis < m_dims.size(); ++axis) {
        const int block = at[axis] / m_block[axis];
        out += block * stride;
        stride *= std::max(1, m_dims[axis] / m_block[axis]);
    }
    return out;
}

} // namespace roofrack
