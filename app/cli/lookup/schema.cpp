// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/cli/base/commands.h"
#include "app/cli/lookup/output_schema.h"
#include "core/base/catalog/catalog.h"
#include "core/drawing/project/project_schema.h"

#include <cstdio>
#include <memory>

namespace roofrack::cli {

void add_schema(const Command& program) {
    const Command command = program.add_subcommand(
        "schema", "Prints the JSON Schema of the project file, or of what a command prints");
    command.footer("Example: roofrack-cli schema project > roofrack.schema.json");
    auto names = output_schema_names();
    names.insert(names.begin(), "project");
    const auto name = std::make_shared<std::string>();
    command.add_option("NAME", *name, "`project`, or a command").required().one_of(names);
    command.callback([name] {
        const std::string schema =
            *name == "project" ? project_schema(Catalog::built_in()) : output_schema(*name).value_or("");
        std::fputs(schema.c_str(), stdout);
        return Exit::done;
    });
}

} // namespace roofrack::cli
