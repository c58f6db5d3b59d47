// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/units/diagnostic.h"
#include "widgets/charts/chart_data.h"
#include "widgets/charts/chart_table.h"
#include "widgets/charts/plot/chart_spec.h"
#include "widgets/theme/theme.h"

#include <QSet>
#include <QWidget>

#include <memory>

class QPaintDevice;

namespace roofrack {

class ChoiceControls;
class PlotView;

enum class PictureFormat { png, svg, pdf, csv };
/// The format that the end of the file's name says; nullopt if it names none.
std::optional<PictureFormat> picture_format(const QString& file_name);

struct PictureOptions {
    /// The size in units of 1/96 inch: the type keeps its size on paper whatever the resolution.
    QSize size{1200, 700};
    double dpi = 96; ///< Dots per inch of a PNG; 192 gives twice the pixels.
    Theme theme = Theme::light();
};

/// One chart: a picture of ChartData and its table twin. Screen, files and clipboard are painted by the same
/// code.
class Chart : public QWidget {
    Q_OBJECT

public:
    ~Chart() override;

    QString id() const { return m_id; }       ///< "scaling"
    QString title() const { return m_title; } ///< title of its tab: "Scaling"

    using QWidget::show;
    /// Shows new data; cheap while hidden: what is seen is painted when it is seen.
    void show(std::shared_ptr<const ChartData> data);
    void show(const ChartData& data) { show(std::make_shared<const ChartData>(data)); }
    const ChartData& data() const { return *m_data; }
    std::shared_ptr<const ChartData> shared_data() const { return m_data; }

    void setTheme(const Theme& theme);
    void resetZoom();
    /// Another project is open: a chart that pages through rows shows the first ones.
    virtual void show_first_rows() {}
    /// For a picture at which nobody can point, as a slide is: see ChartSpec::keeps_texts.
    void keep_texts();

    /// The numbers that the chart shows, in SI units; without rows if the chart is empty.
    virtual ChartTable table() const = 0;
    /// What a CSV file of the chart holds: its table, where the command line has no text of the same answer.
    virtual std::string csv() const { return table().csv(); }

    /// The controls above the chart, which say what is asked; null if it has none.
    virtual ChoiceControls* make_controls(QWidget* /*parent*/) { return nullptr; }

    /// Writes the picture (or the table, for CSV) as it is seen. The file is written whole or not at all.
    Result<void> save(const QString& path, PictureFormat format, const PictureOptions& options) const;
    Result<void> save(const QString& path,
                      const PictureOptions& options) const; ///< format by the file's name
    void paint(QPaintDevice& device, const PictureOptions& options, bool vector, double scale = 1) const;
    /// The picture at twice the screen's resolution, with the table as text.
    void copyToClipboard() const;

    QSize sizeHint() const override { return {720, 420}; }
    QSize minimumSizeHint() const override { return {240, 160}; }

Q_SIGNALS:
    /// The chart has become visible.
    void seen();
    /// A mark was clicked: "Why this number" for an ExplainedValue::key().
    void explainRequested(const QString& part);
    /// The user asked to copy the command that prints the same figures.
    void commandWanted();
    /// A mark that stands for something of its own was clicked.
    void chosen(const QString& key);
    /// The wheel was turned over rows, of which not all may be seen: so many down, or up.
    void scrolled(int rows);

protected:
    Chart(QString id, QString title, QWidget* parent);

    /// What to paint for `data` at this size. Called on each change; must not keep references to `theme`.
    virtual ChartSpec describe(const Theme& theme, QSize size) const = 0;
    /// The words of the title for the plan that the figures are about, by the window's switch; empty if they
    /// are about no plan.
    virtual QString plan_text() const;
    bool is_shown(const QString& legend_key) const { return !m_hidden.contains(legend_key); }
    bool keeps_texts() const { return m_keeps_texts; }
    /// Describes and paints the chart again after something other than its data has changed.
    void refresh();
    /// Called when data() are new, for what a chart shows beside its picture.
    virtual void data_changed() {}
    void contextMenuEvent(QContextMenuEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QString m_id, m_title;
    std::shared_ptr<const ChartData> m_data;
    QSet<QString> m_hidden; ///< legend keys
    bool m_keeps_texts = false;
    PlotView* m_view;
};

} // namespace roofrack
