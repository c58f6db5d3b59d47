// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/part.h"

#include <QWidget>

class QLabel;
class QLineEdit;
class QToolButton;

namespace roofrack {

class QuantityEdit;

/// One figure of an own part: its value with the unit and, where it differs from the part it was copied from,
/// a mark, the note on its source, and the way back.
class ValueRow : public QWidget {
    Q_OBJECT

public:
    explicit ValueRow(const ValueSpec& spec, QWidget* parent = nullptr);
    ~ValueRow() override;

    const std::string& key() const { return m_key; }
    QString label_text() const;
    /// Null: the part has none. `base`: the catalogue's, null when there is none or no base.
    void show_figure(const SourcedValue* own, const SourcedValue* base);

Q_SIGNALS:
    /// Nothing: the part shall have no such figure.
    void edited(const std::optional<roofrack::SourcedValue>& figure);

protected:
    void changeEvent(QEvent* event) override;

private:
    void commit_value(std::optional<double> value);
    void show_source(const std::string& source);
    void commit_source();

    std::string m_key;
    Dimension m_dimension;
    std::optional<SourcedValue> m_own, m_base;
    bool m_changed = false;
    QLabel* m_label;
    QuantityEdit* m_value;
    QToolButton* m_reset;
    QLabel* m_error;
    QLabel* m_source_label;
    QLineEdit* m_source;
};

} // namespace roofrack
