// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/present/deck_files.h"
#include "widgets/present/shown_slide.h"

#include <QStringList>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QLabel;
class QPlainTextEdit;
class QPushButton;

namespace roofrack {

class AddSlideButton;
class ChoiceEdit;
class DeckStrip;
class ExportSlidesButton;
class SlideInputsRow;
class SlideSheet;
class StyleButton;
class TextEdit;

/// The slides of a project: a strip of them, the one that is chosen as it will be shown, and its title and
/// note. Where the project has none of its own, its first ones; the first change keeps them.
class DeckView : public QWidget {
    Q_OBJECT

public:
    explicit DeckView(QWidget* parent = nullptr);

    /// `is_drafted`: the project has no slides of its own.
    void show_deck(const Deck& deck, bool is_drafted);
    /// A slide of the deck, found; those that were found for it before stay until then.
    void show_slide(size_t number, ShownSlide slide);
    /// Where there are no slides yet: whether they are being computed, or there is nothing to make them from.
    void show_finding(bool is_finding);
    void show_scenarios(const QStringList& names);
    void set_read_only(bool read_only);

    const Deck& deck() const { return m_deck; }
    size_t current() const { return m_current; }
    void choose(size_t number);
    /// All of them; those that are not found yet say so.
    std::vector<ShownSlide> slides() const;
    /// How the slides look from now on; their pictures follow by show_slide().
    void show_style(const HouseStyle& style);
    StyleButton& style_button() { return *m_style; }
    AddSlideButton& add_button() { return *m_add; }
    /// The look of the slides: the project's style over a light ground, whatever the window has.
    const Theme& slide_theme() const { return m_theme; }

    /// Reads the inputs of a slide as they are typed; until it is set they are taken as they are.
    using ReadInputs =
        std::function<Result<std::vector<SlideInput>>(const Slide& slide, const std::string& text)>;
    void set_read_inputs(ReadInputs read) { m_read_inputs = std::move(read); }
    /// The inputs that are turned on the chosen slide; none: they stay. `refused`: why others are not.
    void put_inputs(const std::vector<SlideInput>& inputs, const QString& refused);

    /// Puts a slide behind the one that is chosen, and chooses it.
    void add(Slide slide);
    void remove_current();
    /// Moves the slide that is chosen by one place.
    void move_current(int direction);

Q_SIGNALS:
    /// The slides are these from now on; `step` names the change.
    void changed(const roofrack::Deck& deck, const QString& step);
    /// The slide is to stay as it is, or to be live again.
    void freeze_wanted(size_t number, bool frozen);
    /// The inputs that are turned in the window are to be turned on the slide.
    void what_if_wanted(size_t number);
    void file_wanted();
    void export_wanted(roofrack::DeckFormat format);
    void show_wanted();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Row {
        Slide slide;
        std::optional<ShownSlide> shown;
    };
    /// What a field of several lines was filled with, and of which slide.
    struct Filled {
        size_t number = 0;
        Slide slide;  ///< without what the field holds
        QString from; ///< as the slide has it
        QString text; ///< as the field has it
        bool is_of(size_t other_number, const Slide& other) const {
            return number == other_number && slide == other;
        }
    };
    void make_bar(QWidget* bar);
    void add_view(const std::string& view);
    void show_strip();
    void show_row(size_t number);
    void show_current();
    void fill_fields(const Slide& slide);
    void commit_note();
    void commit_lines();
    /// The slide of text as its lines are typed, before they are of the project.
    void show_typed_lines();
    Result<std::vector<SlideInput>> read_inputs(const QString& text) const;
    void take_inputs(const QString& text);
    void take_order(const std::vector<size_t>& places);
    void change(const Deck& deck, const QString& step);
    /// The slide that is chosen, changed by the function.
    template<class Edit>
    void edit_current(const QString& step, Edit edit);

    Deck m_deck;
    std::vector<Row> m_rows; ///< one a slide
    size_t m_current = 0;
    bool m_is_drafted = false, m_is_finding = false;
    Theme m_theme = Theme::light();
    DeckStrip* m_strip;
    SlideSheet* m_sheet;
    QLabel* m_remark;
    TextEdit* m_title;
    QPlainTextEdit* m_lines;
    Filled m_filled_note, m_filled_lines;
    QLabel* m_lines_label;
    SlideInputsRow* m_inputs;
    QPlainTextEdit* m_note;
    ReadInputs m_read_inputs;
    ChoiceEdit* m_scenario;
    AddSlideButton* m_add;
    StyleButton* m_style;
    QPushButton *m_remove, *m_up, *m_down;
    ExportSlidesButton* m_export;
    QPushButton* m_show;
    QCheckBox* m_frozen;
};

} // namespace roofrack
