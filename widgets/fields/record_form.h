// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/quantity.h"
#include "core/drawing/project/field_range.h"
#include "widgets/fields/form.h"
#include "widgets/fields/text.h"

#include <QLabel>
#include <QSignalBlocker>

#include <functional>
#include <type_traits>

namespace roofrack {

/// Property of a field: its address as an input, "/site/electricity_price"; of the selected element
/// "/cluster/elements/*/count".
inline constexpr const char* input_property = "input";

namespace detail {
template<class V>
struct Field; // the member types that a row can edit

template<>
struct Field<double> {
    static constexpr Dimension dimension = Dimension::number;
    static double to_si(double v) { return v; }
    static double from_si(double v) { return v; }
};
template<>
struct Field<int> {
    static constexpr Dimension dimension = Dimension::number;
    static double to_si(int v) { return v; }
    static int from_si(double v) { return static_cast<int>(v); }
};
template<>
struct Field<Celsius> {
    static constexpr Dimension dimension = Dimension::temperature;
    static double to_si(Celsius v) { return v.degrees(); }
    static Celsius from_si(double v) { return Celsius(v); }
};
template<class Q, Dimension D>
struct QuantityField {
    static constexpr Dimension dimension = D;
    static double to_si(Q v) { return v.si(); }
    static Q from_si(double v) { return Q(v); }
};
template<>
struct Field<Watts> : QuantityField<Watts, Dimension::power> {};
template<>
struct Field<ByteRate> : QuantityField<ByteRate, Dimension::byte_rate> {};
template<>
struct Field<Seconds> : QuantityField<Seconds, Dimension::time> {};
} // namespace detail

/// Binds the rows of a Form to the members of a record. `show` fills the rows; an edit makes a changed copy
/// and hands it to `commit` with the name of the step. The record itself stays the document's.
template<class T>
class RecordForm {
public:
    using Commit = std::function<void(const T& next, const QString& step)>;

    /// `place`: where a scenario has the record, "/site/money"; empty: its rows are no inputs.
    RecordForm(Form& form, Commit commit, const char* place = "")
        : m_form(form)
        , m_commit(std::move(commit))
        , m_place(place) {}
    RecordForm(const RecordForm&) = delete;
    RecordForm& operator=(const RecordForm&) = delete;

    void show(const T& record) {
        m_record = record;
        for (const auto& update : m_updates) update(m_record);
    }
    const T& record() const { return m_record; }

    /// A quantity that must be given.
    template<class V>
    QuantityEdit* value(const QString& label, V T::*member, const QString& tooltip = {},
                        Dimension dimension = detail::Field<V>::dimension) {
        auto* edit = add(label, member, tooltip, dimension);
        m_updates.push_back(
            [edit, member](const T& r) { edit->set_value(detail::Field<V>::to_si(r.*member)); });
        connect(edit, label, [member](T& r, std::optional<double> v) {
            if (v) r.*member = detail::Field<V>::from_si(*v);
        });
        return edit;
    }

    /// A whole number kept as a double: tokens, sequences.
    QuantityEdit* count(const QString& label, double T::*member, const QString& tooltip = {}) {
        auto* edit = m_form.add_integer(label, tooltip);
        limit(*edit, member);
        name_input(*edit, member);
        m_updates.push_back([edit, member](const T& r) { edit->set_value(r.*member); });
        connect(edit, label, [member](T& r, std::optional<double> v) { r.*member = v.value_or(0); });
        return edit;
    }
    /// A field of a count where zero means "let the model choose": shown empty.
    QuantityEdit* count_or_empty(const QString& label, double T::*member, const QString& when_empty,
                                 const QString& tooltip = {}) {
        auto* edit = count(label, member, tooltip);
        edit->set_optional(when_empty);
        m_updates.back() = [edit, member](const T& r) {
            edit->set_value(r.*member == 0 ? std::nullopt : std::optional(r.*member));
        };
        return edit;
    }

    /// A quantity that may be left out.
    template<class V>
    QuantityEdit* optional(const QString& label, std::optional<V> T::*member, const QString& when_empty,
                           const QString& tooltip = {}, Dimension dimension = detail::Field<V>::dimension) {
        auto* edit = add(label, member, tooltip, dimension);
        edit->set_optional(when_empty);
        m_updates.push_back([edit, member](const T& r) {
            edit->set_value(r.*member ? std::optional(detail::Field<V>::to_si(*(r.*member))) : std::nullopt);
        });
        connect(edit, label, [member](T& r, std::optional<double> v) {
            if (v)
                r.*member = detail::Field<V>::from_si(*v);
            else
                (r.*member).reset();
        });
        return edit;
    }

    /// A quantity whose zero means "let the model choose": shown empty.
    template<class V>
    QuantityEdit* zero_is_empty(const QString& label, V T::*member, const QString& when_empty,
                                const QString& tooltip = {},
                                Dimension dimension = detail::Field<V>::dimension) {
        auto* edit = add(label, member, tooltip, dimension);
        edit->set_optional(when_empty);
        m_updates.push_back([edit, member](const T& r) {
            const double v = detail::Field<V>::to_si(r.*member);
            edit->set_value(v == 0 ? std::nullopt : std::optional(v));
        });
        connect(edit, label, [member](T& r, std::optional<double> v) {
            r.*member = detail::Field<V>::from_si(v.value_or(0));
        });
        return edit;
    }

    /// One of `choices`; `get` gives the record's key, `set` writes a key back.
    ChoiceEdit* choice(const QString& label, const std::vector<ChoiceEdit::Choice>& choices,
                       std::function<QString(const T&)> get, std::function<void(T&, const QString&)> set,
                       const QString& tooltip = {}) {
        auto* edit = m_form.add_choice(label, tooltip);
        edit->set_choices(choices);
        m_updates.push_back([edit, get = std::move(get)](const T& r) { edit->set_key(get(r)); });
        QObject::connect(edit, &ChoiceEdit::key_committed, &m_form,
                         [this, label, set = std::move(set)](const QString& key) {
                             change(label, [&](T& r) { set(r, key); });
                         });
        return edit;
    }

    QCheckBox* flag(const QString& label, bool T::*member, const QString& tooltip = {}) {
        auto* edit = m_form.add_switch(label, tooltip);
        m_updates.push_back([edit, member](const T& r) {
            const QSignalBlocker quiet(edit);
            edit->setChecked(r.*member);
        });
        QObject::connect(edit, &QCheckBox::toggled, &m_form,
                         [this, label, member](bool on) { change(label, [&](T& r) { r.*member = on; }); });
        return edit;
    }

    TextEdit* text(const QString& label, std::string T::*member, const QString& tooltip = {}) {
        auto* edit = m_form.add_text(label, tooltip);
        m_updates.push_back([edit, member](const T& r) { edit->show_text(as_written(r.*member)); });
        QObject::connect(edit, &TextEdit::text_committed, &m_form,
                         [this, label, member](const QString& text) {
                             change(label, [&](T& r) { r.*member = text.toStdString(); });
                         });
        return edit;
    }

private:
    /// What a file takes, so that what is entered can be saved and read again.
    template<class M>
    static void limit(QuantityEdit& edit, M T::*member) {
        if (const auto range = fields::range_of(member)) edit.set_range(range->low, range->high);
    }

    template<class M>
    QuantityEdit* add(const QString& label, M T::*member, const QString& tooltip, Dimension dimension) {
        constexpr bool whole = std::is_same_v<M, int> || std::is_same_v<M, std::optional<int>>;
        QuantityEdit* edit =
            whole ? m_form.add_integer(label, tooltip) : m_form.add_quantity(label, dimension, tooltip);
        limit(*edit, member);
        name_input(*edit, member);
        return edit;
    }

    /// The field's address as an input of a scenario, for who asks the widget.
    template<class M>
    void name_input(QWidget& edit, M T::*member) {
        const std::string_view key = fields::key_of(member);
        if (*m_place && !key.empty())
            edit.setProperty(input_property, QLatin1String(m_place) + u'/' + to_qt(key));
    }

    void connect(QuantityEdit* edit, const QString& label,
                 std::function<void(T&, std::optional<double>)> set) {
        QObject::connect(edit, &QuantityEdit::value_committed, &m_form,
                         [this, label, set = std::move(set)](std::optional<double> v) {
                             change(label, [&](T& r) { set(r, v); });
                         });
    }

    template<class Mutate>
    void change(const QString& label, Mutate mutate) {
        T next = m_record;
        mutate(next);
        if (next == m_record) return;
        m_record = next;
        m_commit(next, label);
    }

    Form& m_form;
    Commit m_commit;
    const char* m_place;
    T m_record;
    std::vector<std::function<void(const T&)>> m_updates;
};

} // namespace roofrack
