// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <QDialog>

class QLabel;
class QLineEdit;
class QPushButton;

namespace roofrack {

class Catalog;
class Document;
class InputField;
class Segments;

/// How far an input may be off: low, likely and high; low and high; a normal or log-normal spread, told by
/// the two ends between which 80 % of it lies; or a list. Values are typed with their unit, as in the field
/// itself.
class UncertainDialog : public QDialog {
    Q_OBJECT

public:
    /// Asks about the input at an address that the scenario has, beginning with what it declares.
    UncertainDialog(Scenario scenario, std::string address, const Catalog& catalog, QWidget* parent);

    /// The entered spread; nullopt if the input is not uncertain.
    const std::optional<UncertainInput>& input() const { return m_input; }

private:
    SpreadKind kind() const;
    Result<UncertainInput> read() const;
    Result<void> read_ends(const InputField& field, UncertainInput& out) const;
    void fill();
    void check();
    void forget();

    Scenario m_scenario;
    std::string m_address;
    const Catalog& m_catalog;
    const std::optional<UncertainInput> m_declared;
    std::optional<UncertainInput> m_input;
    Segments* m_kind;
    QLineEdit *m_low, *m_likely, *m_high, *m_list;
    QLabel *m_likely_name, *m_low_name, *m_high_name, *m_list_name, *m_says;
    QPushButton *m_take, *m_forget;
};

/// Asks how far an input of the open scenario may be off, and keeps it as one step. Nothing where nothing may
/// be changed.
void ask_uncertain(Document& document, const std::string& address, QWidget& parent);

} // namespace roofrack
