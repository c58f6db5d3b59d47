// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/gui/flows/given_files.h"

#include <filesystem>
#include <vector>

namespace roofrack {

/// Attaches outputs of nccl-tests to the open scenario, one undoable step a file; errors go to the message
/// bar. Without a project a new one is started.
class CollectivesFlow : public GivenFilesFlow {
    Q_OBJECT

public:
    using GivenFilesFlow::GivenFilesFlow;

    void open_files();
    /// Takes out of `paths` those that are outputs of nccl-tests and attaches them.
    void take(std::vector<std::filesystem::path>& paths);

private:
    void attach(const std::vector<std::filesystem::path>& paths);
};

} // namespace roofrack
