// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPaintDevice>

#include <memory>

class QPainter;

namespace roofrack {

/// A paint device that passes all on to another painter, but text as its outlines: for files whose reader
/// need not have our type (SVG names fonts, it does not hold them).
class OutlinedText : public QPaintDevice {
public:
    /// Paints with `target`, which is active and outlives this.
    explicit OutlinedText(QPainter& target);
    ~OutlinedText() override;

    QPaintEngine* paintEngine() const override;

protected:
    int metric(PaintDeviceMetric metric) const override;

private:
    class Engine;
    QPainter& m_target;
    std::unique_ptr<Engine> m_engine;
};

} // namespace roofrack
