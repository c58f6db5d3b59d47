// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QLineEdit;
class QPushButton;

namespace roofrack {

/// What designs are sought for: a goal, limits and what may vary, each of these with its value beside it; and
/// the search itself.
class DesignControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit DesignControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;

private:
    enum class Of { limits, vary };
    /// A limit or an axis: "power.metered_w<=20 MW", "gpus=64:512"; without a value it is not kept yet.
    struct Part {
        std::string name, sense, value;
        bool operator==(const Part&) const = default;
    };
    struct Chip {
        Of of;
        size_t place;
        QWidget* widget;
        QLineEdit* value;
    };
    static Part part_of(const std::string& text, Of of);
    static QString label_of(const Part& part, Of of);
    std::vector<std::string>& list_of(Of of) { return of == Of::limits ? m_choice.limits : m_choice.vary; }
    void add_part(Of of, const std::string& name, const std::string& sense, const std::string& value);
    void focus_awaited();
    void take_value(const Chip& chip);
    void remove(Of of, size_t place);
    void turn(size_t place);
    void show_chips();
    void add_chip(Of of, size_t place, const Part& part);
    void commit();

    ChoiceEdit *m_goal, *m_limit, *m_axis;
    QPushButton *m_start, *m_stop;
    std::vector<Chip> m_chips;
    std::vector<std::string> m_shown; ///< names and senses of the chips
    /// A limit whose value is being typed, with what of it is; empty: none.
    Part m_awaited;
    double m_gpus = 0; ///< drawn
};

} // namespace roofrack
