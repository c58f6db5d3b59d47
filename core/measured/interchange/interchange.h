// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/base/model/project.h"
#include "core/base/units/diagnostic.h"

#include <filesystem>
#include <functional>
#include <span>
#include <string>
#include <vector>

namespace roofrack {

class Catalog;

/// A file of another program, as read.
struct NamedText {
    std::string name; ///< path, for messages
    std::string text;
};

/// What an import made, and what of the files it could not say.
struct Imported {
    Project project;
    std::vector<Diagnostic> warnings;
    double indexed_parameters = 0;   ///< as an index of the model's weights says; 0: none was given
    std::vector<std::string> read{}; ///< what was read, in sentences, where the project does not show it
};

/// Calculon's application, execution and system, in any order: a drawing of such GPUs from a template, the
/// model and the plan. What Roofrack has no figure for stays in the scenario's key "x-calculon", so that an
/// export gives it back.
Result<Imported> import_calculon(std::span<const NamedText> files, const Catalog& catalog);

/// Takes the files of an export, one after the other; a failure ends the export.
using FileSink = std::function<Result<void>(const std::string& name, std::string_view contents)>;

/// What an export wrote.
struct Exported {
    std::vector<std::string> files; ///< names inside the folder; of numbered series the first and the last
    size_t file_count = 0;
    double bytes = 0;
    std::vector<Diagnostic> warnings;
};

/// application.json, execution.json, system.json. Fails on a generic profile and on a plan that does not
/// divide.
Result<Exported> export_calculon(const Scenario& scenario, const Catalog& catalog, const FileSink& sink);

/// How finely a Chakra trace tells computation.
enum class ChakraDetail {
    operators, ///< a node an operator
    layers,    ///< a node for what runs between two communications
};

struct AstraSimOptions {
    double gpus = 0; ///< 0: all that are drawn; fewer: fewer data-parallel replicas with the same work each
    ChakraDetail detail = ChakraDetail::operators;
    double most_bytes = 4e9; ///< an export that would take more is refused before it writes
};

/// What ASTRA-sim 2 needs to simulate one training step: network.yml, system.json, remote_memory.json,
/// comm_group.json, README.txt and a Chakra execution trace a rank, workload/step.RANK.et. Fails on a generic
/// profile, on a plan that does not divide, and where the traces would be too large.
Result<Exported> export_astra_sim(const Scenario& scenario, const Catalog& catalog,
                                  const AstraSimOptions& options, const FileSink& sink);

/// Reads a text file of at most 64 MiB.
Result<NamedText> read_text_file(const std::filesystem::path& path);
/// Reads several of them; fails on the first that cannot be read.
Result<std::vector<NamedText>> read_text_files(const std::vector<std::filesystem::path>& paths);

/// The file's name without folder and ending, fit for a project's text: bytes that are no UTF-8 become '_'.
std::string file_stem(const std::string& path);

/// Writes into a folder, which is made where it is missing. Files that stand there are refused unless
/// `replace`.
FileSink folder_sink(const std::filesystem::path& folder, bool replace);

} // namespace roofrack
