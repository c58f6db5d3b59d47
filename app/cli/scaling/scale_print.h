// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/answers/report/scale_json.h"
#include "core/study/scale_quantity.h"

#include <string>
#include <vector>

namespace roofrack::cli {

/// "1 GPU", "64 GPUs".
std::string gpus_text(double gpus);

/// `dense`: all between the smallest and the largest that were asked for are.
bool is_asked_for(const std::vector<double>& asked, bool dense, double gpus);

/// What `scale` prints for people, by the sizes that were asked for. `shown`: these of each size, with their
/// bands; none: the table of all.
struct ScalePrint {
    const ScaleOutput& output;
    std::vector<double> asked;
    std::vector<ScaleQuantity> shown;
    bool law = false; ///< Amdahl's
    bool dense = false;
    void print() const;

private:
    bool is_printed(const ScalePoint& point) const;
    void print_table() const;
    void print_quantity(ScaleQuantity quantity) const;
    std::string regime_text(const ScalePoint& point) const;
    std::string place_of(const ScaleBorder& border, const BorderMitigation& mitigation) const;
    void print_border(const ScaleBorder& border) const;
    void print_notes() const;
    void print_law() const;
};

} // namespace roofrack::cli
