// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <vector>

namespace roofrack {

struct Plan;
struct ScaleResult;

/// What a drawing is studied over unless somebody says: from min(8, scale-up domain) to 8 × the drawn count,
/// at least 1…64 for small drawings, up to 131,072 or the drawn count.
struct StudyRange {
    double first = 1, last = 1; ///< GPUs
};
StudyRange study_range(double drawn_gpus, double scale_up_domain);

/// GPU counts of a coarse sweep over the range: the drawn count halved and doubled, so that plans whose
/// degrees divide it divide the others too. Where halving ends at an odd count, powers of two go on below it.
std::vector<double> sweep_counts(double drawn_gpus, double scale_up_domain);

/// Every power of two from first to last and both ends.
std::vector<double> gpu_counts(double first, double last);

/// GPU counts of a study from first to last, both among them: four an octave (13 a decade) at and between the
/// halvings and doublings of the drawn count, every whole multiple of `block` GPUs below 64 of them, and
/// every count up to 8 that is less than a block.
std::vector<double> dense_counts(double drawn_gpus, double block, StudyRange range);

/// The fewest GPUs that are both whole replicas of a plan and whole blocks of so many GPUs.
double whole_replicas(const Plan& plan, double block);

/// The count by which a place on the curve is called in words. Between computed sizes it is no more exact
/// than they are: the nearest size that runs within 2 %, else two digits.
double shown_gpus(const ScaleResult& study, double gpus);

} // namespace roofrack
