// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/study/scaling.h"

#include <QColor>
#include <QString>

namespace roofrack {

struct Theme;

/// What the curve shows of each size.
enum class StudyValue { speedup, rate, efficiency };
QString value_text(StudyValue value); ///< "Speed-up"
QString value_tip(StudyValue value);
/// `ideal_rate`: progress a GPU of the ideal.
double value_of(StudyValue value, const ScalePoint& point, double ideal_rate);
double ideal_value(StudyValue value, double gpus, double ideal_rate);

/// "goodput, batch fixed".
QString metric_text(ScaleMetric metric);
/// "data comm", "extra tokens of the batch"; what holds the clocks where throttling is the cause: "site
/// supply".
QString cause_text(const ScaleBorder& border);
/// "data comm grows", "site supply holds the clocks".
QString effect_text(const ScaleBorder& border);
/// "beyond: more of Spine assumed,\njoined 4:1".
QString assumed_text(const AssumedBlock& block);
/// "a drop of 14 % beyond 64 GPUs (leaf uplinks)".
QString step_text(const ScaleResult& study, const ScaleStep& step);
/// "81,920 → beyond 131,072 with half the failure rate", "16,384 stays with …".
QString border_mitigation_text(const ScaleResult& study, const ScaleBorder& border,
                               const BorderMitigation& mitigation);
/// "What moves it: 81,920 → beyond 131,072 with half the failure rate", of each border what moves it most;
/// empty where nothing is known.
QString moves_text(const ScaleResult& study);

/// What takes progress from the ideal: the parts of the step, then the extra tokens of a large batch.
inline constexpr size_t loss_count = step_part_count + 1;
double loss(const ScalePoint& point, size_t which);
QString loss_text(size_t which);
QColor loss_colour(const Theme& theme, size_t which);

/// shown_gpus(): "5,300".
QString place_text(const ScaleResult& study, double gpus);
QString gpus_text(const ScaleResult& study, double gpus);

} // namespace roofrack
