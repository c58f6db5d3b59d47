// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/catalog/catalog.h"
#include "core/base/figures/shape.h"
#include "core/base/model/project.h"

#include <filesystem>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace roofrack {

/// A constant, or a value of a part, that is another than when the figures were kept.
struct ChangedConstant {
    std::string id;            ///< "failures.restart", "h100-sxm5/hbm_rate"
    double was = 0;            ///< SI
    std::optional<double> now; ///< none: the program has it no more
    std::string unit, source;  ///< unit and source that it has now
};

/// What a constant alone does to a figure.
struct ConstantEffect {
    size_t constant = 0; ///< place in MovedFigures::constants
    double change = 0;   ///< the figure as it is less what it is with the old value
};

/// A kept figure and what it is now.
struct MovedFigure {
    std::string scenario, figure; ///< full name of the figure
    const figures::Row* row = nullptr;
    double was = 0;
    std::optional<double> now; ///< none: `absent`
    std::string absent;        ///< why there is none now; empty: there is
    bool has_moved = false;    ///< by more than rounding, or it is absent
    /// Parts of now − was that sum to it: of all constants together, and of the program's calculation and of
    /// what was changed in the project. None where the figure is absent, or has not moved.
    std::optional<double> by_constants, by_rest;
    std::vector<ConstantEffect> effects; ///< what each constant does alone, the largest first
};

/// What moved since a project kept its figures.
struct MovedFigures {
    std::string program;                    ///< version that kept them
    std::vector<ChangedConstant> constants; ///< those that are another now
    std::vector<MovedFigure> figures;       ///< all that were kept, in their order
    size_t moved = 0;                       ///< how many have moved
};

/// The figures of a project as they are, to be kept: of each scenario that runs the first set of a comparison
/// and the figures that the project compares, as far as they are numbers; with the constants of the model and
/// the values of the parts that the scenarios are made of.
KeptFigures figures_to_keep(const Project& project, const Catalog& catalog,
                            const std::filesystem::path& folder, std::string program);

/// What the project keeps against what it is now, each change of a constant evaluated again. Fails where the
/// project keeps nothing.
Result<MovedFigures> moved_figures(const Project& project, const Catalog& catalog,
                                   const std::filesystem::path& folder, const std::stop_token& stop = {});

} // namespace roofrack
