// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/pages/samples.h"
#include "widgets/theme/theme.h"

#include <QScrollArea>

#include <functional>

class QGridLayout;
class QPushButton;
class QVBoxLayout;

namespace roofrack {

class Catalog;
class SampleCard;

/// What is seen without a project: samples with their pictures, templates, recent projects and runs.
class WelcomePage : public QScrollArea {
    Q_OBJECT

public:
    /// Paints the picture of a project's card.
    using Painter = std::function<QPixmap(const Project&, QSize, const Theme&, double device_pixel_ratio)>;

    WelcomePage(const Catalog& catalog, Painter painter, QWidget* parent = nullptr);

    void set_theme(const Theme& theme);
    /// A measured run that was opened before.
    struct RecentTraces {
        QString name, tip;
        QStringList paths;
    };
    /// The projects that were opened before, by path, and below them the runs.
    void set_recent(const QStringList& paths, const std::vector<RecentTraces>& runs = {});
    /// Paints the small picture of a recent project; it is asked again when the theme changes.
    using RecentPainter = std::function<QPixmap(QSize, const Theme&, double device_pixel_ratio)>;
    void set_recent_picture(const QString& path, RecentPainter painter);
    struct Template {
        QString id, title, line;
    };
    void set_templates(const std::vector<Template>& templates);

Q_SIGNALS:
    void sample_chosen(const QString& id);
    void template_chosen(const QString& id);
    void recent_chosen(const QString& path);
    void recent_traces_chosen(const QStringList& paths);
    void open_chosen();
    void open_trace_chosen();
    void open_traces_chosen(); ///< a folder of them
    void new_chosen();
    void compare_chosen(); ///< several servers, in a project of their own
    /// Every card has its picture.
    void painted();

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void make_cards();
    void add_questions();
    void arrange();
    void paint_next();
    void paint_recent();
    QVBoxLayout* add_column(const QString& title);

    struct Entry {
        SampleCard* card;
        Project project;
        bool is_painted = false;
    };
    struct Recent {
        QString path;
        QPushButton* button;
        RecentPainter painter; ///< none yet, or none ever
    };
    void paint_recent(const Recent& recent) const;

    const Catalog& m_catalog;
    Painter m_painter;
    Theme m_theme = Theme::light();
    std::vector<Entry> m_entries;
    std::vector<Recent> m_recents;
    QWidget* m_body;
    QGridLayout* m_cards;
    QVBoxLayout* m_side;
    QVBoxLayout* m_templates;
    QVBoxLayout* m_recent;
    int m_across = 0, m_card_width = 0;
};

} // namespace roofrack
