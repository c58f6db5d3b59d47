// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/study/curve/serial_law.h"

#include "core/study/curve/curve_line.h"

#include <Eigen/Dense>

#include <cmath>
#include <fmt/format.h>
#include <limits>

namespace roofrack {

namespace {

constexpr int shapes = 4;             ///< shapes of SerialTime
constexpr size_t fewest_sizes = 4;    ///< as many as shapes
constexpr double narrowest_range = 4; ///< largest ÷ smallest size: below it 1/n and a constant look alike

constexpr double worst_rms =
    0.25; ///< distance in ln fitted ÷ predicted: a step that is farther off follows no such law

using Shapes = Eigen::Matrix<double, shapes, 1>;
using ShapeProducts = Eigen::Matrix<double, shapes, shapes>;

Shapes shapes_at(double n) { return {1 / n, 1, std::log2(n), n - 1}; }

/// min |Ax − y|² with x ≥ 0 from A'A, A'y: the best of all sets of shapes whose own solution has none below
/// 0. `without`: shapes that are in none of them.
Shapes not_negative(const ShapeProducts& products, const Shapes& aims, unsigned without = 0) {
    Shapes best = Shapes::Zero();
    double least = 0; // least of |Ax − y|² − |y|²
    for (unsigned set = 1; set < 1u << shapes; ++set) {
        if (set & without) continue;
        ShapeProducts inner = products;
        Shapes aim = aims;
        for (int i = 0; i < shapes; ++i) {
            if (set & 1u << i) continue;
            inner.row(i).setZero();
            inner.col(i).setZero();
            inner(i, i) = 1;
            aim[i] = 0; // and so is the solution there
        }
        const Shapes x = inner.ldlt().solve(aim);
        if (!x.allFinite() || (x.array() < 0).any()) continue;
        if (const double sum = x.dot(inner * x) - 2 * x.dot(aim); sum < least) {
            least = sum;
            best = x;
        }
    }
    return best;
}

/// Parts of the step that the metric pays.
size_t paid_parts(ScaleMetric metric) {
    return counts_failures(metric) ? step_part_count : static_cast<size_t>(StepPart::checkpoint);
}

std::string why_none(const ScaleResult& study, const std::vector<ScalePoint>& line) {
    if (is_weak(study.metric))
        return "the batch grows with the GPUs: Amdahl's law is of a fixed one, count goodput or fixed-batch";
    if (line.size() < fewest_sizes || line.back().gpus < narrowest_range * line.front().gpus)
        return "too few sizes run: four of them, from one to four times its GPUs";
    return {};
}

} // namespace

double SerialTime::at(double n) const { return divides / n + serial(n); }

double SerialTime::serial(double n) const { return constant + logarithmic * std::log2(n) + linear * (n - 1); }

double SerialLaw::amdahl(double at) const {
    return at_smallest.si() / (step.constant + step.divides * gpus / at);
}

double SerialLaw::ceiling() const {
    return step.constant > 0 ? 1 / share() : std::numeric_limits<double>::infinity();
}

double SerialLaw::grown(double at) const { return at_smallest.si() / step.at(at / gpus); }

SerialLaw serial_law(const ScaleResult& study) {
    SerialLaw out;
    const std::vector<ScalePoint> line = line_of(study);
    out.missing = why_none(study, line);
    if (!out.missing.empty()) return out;
    out.gpus = line.front().gpus;
    out.at_smallest = line.front().step_time;
    // Each size weighs by its own step: the error is a share of it.
    ShapeProducts products = ShapeProducts::Zero();
    for (const ScalePoint& point : line) {
        const Shapes here = shapes_at(point.gpus / out.gpus) / point.step_time.si();
        products += here * here.transpose();
    }
    for (size_t part = 0; part < paid_parts(study.metric); ++part) {
        Shapes aims = Shapes::Zero();
        for (const ScalePoint& point : line)
            aims += shapes_at(point.gpus / out.gpus) *
                    (point.parts[part] / (point.step_time.si() * point.step_time.si()));
        Shapes x = not_negative(products, aims);
        constexpr int constant = 1;
        if (const double smallest = line.front().parts[part]; x[constant] > smallest) {
            // No more of a part can be serial than there is of it.
            x = not_negative(products, aims - products.col(constant) * smallest, 1u << constant);
            x[constant] = smallest;
        }
        out.parts[part] = {x[0], x[1], x[2], x[3]};
        out.step.divides += x[0];
        out.step.constant += x[1];
        out.step.logarithmic += x[2];
        out.step.linear += x[3];
    }
    double squares = 0;
    out.most_gpus = out.gpus;
    for (const ScalePoint& point : line) {
        const double ratio = std::log(out.step.at(point.gpus / out.gpus) / point.step_time.si());
        squares += ratio * ratio;
        if (out.grown(point.gpus) > out.grown(out.most_gpus)) out.most_gpus = point.gpus;
    }
    out.rms = std::sqrt(squares / static_cast<double>(line.size()));
    if (out.rms > worst_rms)
        out.missing =
            fmt::format("the step follows no such law, which misses it by {:.0f} %: it jumps from one "
                        "size to another, as where it leaves a server",
                        100 * std::expm1(out.rms));
    return out;
}

} // namespace roofrack
