// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTextBrowser>
#include <QTimer>

namespace roofrack {

/// A page of the guide: Markdown in the type and colours of the window, pictures no wider than the page.
class GuideBrowser : public QTextBrowser {
    Q_OBJECT

public:
    explicit GuideBrowser(QWidget* parent = nullptr);

    QVariant loadResource(int type, const QUrl& name) override;

Q_SIGNALS:
    /// A link to a project: "claims/opt-175b" of samples/claims/opt-175b.roofrack.json.
    void project_chosen(const QString& id);

protected:
    void doSetSource(const QUrl& name, QTextDocument::ResourceType type) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    /// The page again, at the place where it stood.
    void show_again();
    void set_type();
    int text_width() const; ///< px

    QTimer m_resized;
    int m_shown_width = 0; ///< width that the pictures are scaled to, px
};

} // namespace roofrack
