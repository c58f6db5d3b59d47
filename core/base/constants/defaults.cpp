// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/base/constants/defaults.h"

#include "core/base/constants/embedded.h"
#include "core/base/constants/file_unit.h"
#include "core/base/constants/filler.h"
#include "core/base/units/json_fields.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace roofrack {

namespace {

/// Puts every number under `value` into the table of figures.
Result<void> flatten(Defaults& out, const nlohmann::json& value, const std::string& path, double scale,
                     const Constant& like, const std::string& where) {
    if (value.is_number()) {
        Constant figure = like;
        figure.value = value.get<double>() * scale;
        out.figures.emplace(path, std::move(figure));
        return {};
    }
    if (!value.is_structured() || value.empty())
        return fail(where, "a number, a list or an object of numbers is expected", "write for example 0.95");
    for (const auto& [key, member] : value.items())
        if (auto ok = flatten(out, member, fmt::format("{}.{}", path, key), scale, like,
                              fmt::format("{}/{}", where, key));
            !ok)
            return ok;
    return {};
}

} // namespace

const Constant* Defaults::figure(std::string_view path) const {
    const auto it = figures.find(path);
    return it == figures.end() ? nullptr : &it->second;
}

const Defaults& Defaults::built_in() {
    static const Defaults defaults = [] {
        for (const EmbeddedFile& file : embedded_files()) {
            if (file.path != "resources/catalog/defaults.json") continue;
            auto json = parse_json_file(file.contents, file.path);
            auto read = json ? read_defaults((*json)["defaults"], file.path) : tl::unexpected(json.error());
            if (read) return std::move(*read);
            // The program was built with broken constants; their test would have said so.
            std::fprintf(stderr, "error: %s\n", read.error().text().c_str());
        }
        std::abort();
    }();
    return defaults;
}

Result<Defaults> read_defaults(const nlohmann::json& value, std::string_view where) {
    Defaults out;
    if (!value.is_object()) return fail(std::string(where), "an object is expected", "write { … }");
    for (const auto& [group, members] : value.items()) {
        if (!members.is_object())
            return fail(fmt::format("{}/{}", where, group), "an object is expected", "write { … }");
        for (const auto& [key, entry] : members.items()) {
            const std::string at = fmt::format("{}/{}/{}", where, group, key);
            JsonFields fields(entry, at);
            fields.require({"value", "status", "source"});
            fields.only({"value", "unit", "status", "source", "note"});
            const auto status = status_named(fields.text("status"));
            if (!status || *status == Status::unknown)
                fields.fail_at("status", "unknown status",
                               "use confirmed, derived, from_memory or judgement");
            const FileUnit* const unit = file_unit(fields.text("unit"));
            if (!unit)
                fields.fail_at("unit", "unknown unit",
                               "use one of core/base/constants/file_unit.cpp, or none");
            const Constant like{0, std::string(unit ? unit->si : ""), status.value_or(Status::unknown),
                                fields.text("source"), fields.text("note")};
            if (fields.error()) return tl::unexpected(*fields.error());
            if (auto ok = flatten(out, *fields.member("value"), group + "." + key, unit ? unit->scale : 1,
                                  like, at + "/value");
                !ok)
                return tl::unexpected(ok.error());
        }
    }
    Filler filler(out, where);
    fill(filler, out.collectives);
    fill(filler, out.topology);
    fill(filler, out.stragglers, out.failures, out.convergence, out.regimes);
    fill(filler, out.measured_scaling);
    fill(filler, out.memory_wall);
    fill(filler, out.announced);
    fill(filler, out.power);
    fill(filler, out.cooling, out.plant);
    fill(filler, out.hall, out.memory, out.input, out.host);
    fill(filler, out.site, out.ownership);
    if (filler.error()) return tl::unexpected(*filler.error());
    return out;
}

} // namespace roofrack
