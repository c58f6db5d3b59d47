// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QString>

#include <functional>
#include <map>
#include <span>
#include <string_view>
#include <vector>

class QAction;
class QMenu;
class QMenuBar;
class QWidget;

namespace roofrack {

/// One row of the catalogue that menus, toolbar, shortcuts, command search and the help are made of.
struct ActionSpec {
    const char* id;       ///< "file.open"
    const char* menu;     ///< "&File", or the id of a submenu above; a row with an empty id is a separator
    const char* text;     ///< "&Open…"
    const char* shortcut; ///< portable text; several are split by a space
    const char* tip;
    bool checkable = false;
};

/// The window's actions by id.
class Actions : public QObject {
    Q_OBJECT

public:
    static std::span<const ActionSpec> specs();

    explicit Actions(QWidget* window);

    /// Never null for an id of the catalogue; asserts otherwise.
    QAction* get(std::string_view id) const;
    /// In catalogue order, without separators.
    const std::vector<QAction*>& all() const { return m_all; }
    /// `handler` runs when the action is triggered; by an entry of the menu bar once the menu is off the
    /// screen: what takes long would leave its picture there.
    void on(std::string_view id, std::function<void()> handler);
    void enable(std::initializer_list<std::string_view> ids, bool enabled);

    /// From now on their keys act only while `place` has the keyboard, or another place that they were kept
    /// to. Menus and the command search reach them from everywhere.
    void keep_keys_to(QWidget& place, std::initializer_list<std::string_view> ids);

    /// An action beside those of the catalogue, for what is known only at run time.
    QAction* add(const std::string& id, const QString& text, const QString& shortcut, const QString& tip);

    /// Builds the menus; `submenu(id)` afterwards is the menu that stands at that row.
    void fill(QMenuBar& bar);
    /// A row whose id ends in ".menu" is a submenu: the rows that name it stand in it, and whoever knows more
    /// entries adds them.
    QMenu* submenu(std::string_view id) const;

private:
    void watch(QMenu& menu);

    QWidget* m_window;
    std::map<std::string, QAction*, std::less<>> m_actions;
    std::map<std::string, QMenu*, std::less<>> m_submenus;
    std::vector<QAction*> m_all;
    bool m_is_menu_leaving = false;
};

} // namespace roofrack
