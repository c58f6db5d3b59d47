// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QComboBox>
#include <QElapsedTimer>

#include <optional>

namespace roofrack {

/// One of a list of named values. The wheel scrolls the panel, never the choice, and typing opens the list
/// and shows in it what Enter would choose.
class ChoiceEdit : public QComboBox {
    Q_OBJECT

public:
    struct Choice {
        QString key, label, tooltip;
        QString rich_tip = {}; ///< HTML of our own (plain_text.h), instead of the tooltip
        bool operator==(const Choice&) const = default;
    };

    explicit ChoiceEdit(QWidget* parent = nullptr);

    void set_choices(const std::vector<Choice>& choices);
    /// A key that is not on the list is added to it as it is, so that a file's value is never lost. Emits
    /// nothing.
    void set_key(const QString& key);
    QString key() const { return currentData().toString(); }
    /// As wide as the widest choice from now on, instead of as minimumContentsLength() letters.
    void fit_widest();
    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;
    void showPopup() override;

Q_SIGNALS:
    void key_committed(const QString& key);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void showEvent(QShowEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override; ///< what is typed into the open list

private:
    void show_tooltip();
    /// Whether the list that opens is made: by the first that asks for view().
    bool has_list() const;
    int widest_label() const;
    /// The size for text so wide; `with_icon`: that leaves room for an icon, as Qt does.
    QSize size_for(int text_width, bool with_icon) const;
    /// A letter that is looked for; a space is one within what is typed in one go.
    bool is_typed(const QKeyEvent& event) const;
    /// Goes to the label that begins with what is typed in one go; where none does, that has it within.
    void find_typed(const QString& typed);

    std::vector<Choice> m_choices;
    QString m_typed;
    QElapsedTimer m_since_typed;
    bool m_fits_widest = false;
    mutable std::optional<int> m_widest; ///< px of the widest label; none where it must be measured
};

} // namespace roofrack
