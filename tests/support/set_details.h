// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/editor/document.h"
#include "widgets/editor/edit_command.h"

#include <string>

namespace roofrack::test {

/// An edit that leaves its mark in the file and is found by nothing that is drawn or evaluated: another name
/// and description of the project. Several of one gesture are one step.
class SetDetails : public EditCommand {
public:
    SetDetails(Document& document, const std::string& name, const std::string& description)
        : EditCommand(document, static_cast<CommandKind>(1000), QStringLiteral("Set project details"))
        , m_old_name(document.project().name)
        , m_new_name(name)
        , m_old_text(document.project().description)
        , m_new_text(description) {}

    bool is_noop() const override { return m_old_name == m_new_name && m_old_text == m_new_text; }
    Changes changes() const override { return Change::measured; }

protected:
    void apply(Project& project, bool forward) override {
        project.name = forward ? m_new_name : m_old_name;
        project.description = forward ? m_new_text : m_old_text;
    }
    bool absorb(const EditCommand& later) override {
        const auto& edit = static_cast<const SetDetails&>(later);
        m_new_name = edit.m_new_name;
        m_new_text = edit.m_new_text;
        return true;
    }

private:
    std::string m_old_name, m_new_name, m_old_text, m_new_text;
};

} // namespace roofrack::test
