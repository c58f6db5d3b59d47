// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/charts/compare/choice_controls.h"

class QLineEdit;
class QPushButton;

namespace roofrack {

/// The controls of a design search: its goal, its limits and what may vary, each with its value beside it,
/// and the button that starts the search.
class DesignControls : public ChoiceControls {
    Q_OBJECT

public:
    explicit DesignControls(QWidget* parent = nullptr);
    void show_data(const ChartData& data) override;
    /// Whether the button for designs like those compared is shown: nothing is asked or found yet, and
    /// scenarios are compared.
    static bool offers_like(const ChartData& data);

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
    /// The part as the bar shows it, servers by their names.
    const std::string& shown_text(Of of, size_t place) {
        return of == Of::vary && m_vary.size() == m_choice.vary.size() ? m_vary[place] : list_of(of)[place];
    }
    void add_part(Of of, const std::string& name, const std::string& sense, const std::string& value);
    void focus_awaited();
    void focus_added();
    void take_value(const Chip& chip);
    void remove(Of of, size_t place);
    void turn(size_t place);
    void show_chips();
    void add_chip(Of of, size_t place, const Part& part);
    void commit();

    ChoiceEdit *m_goal, *m_limit, *m_axis;
    QPushButton *m_start, *m_stop, *m_like; ///< m_like: while nothing is asked and scenarios are compared
    std::vector<Chip> m_chips;
    std::vector<std::string> m_vary; ///< What varies, as m_choice has it, with the names of the servers.
    /// The names and the senses (at most, at least) of the shown chips.
    std::vector<std::string> m_shown;
    /// The limit whose value is being typed, as far as it is typed; empty if there is none.
    Part m_awaited;
    std::string m_added_axis; ///< An axis that was added and has no chip yet.
    double m_gpus = 0;        ///< The drawn GPUs.
};

} // namespace roofrack
