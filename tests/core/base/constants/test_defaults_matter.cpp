// SPDX-License-Identifier: GPL-3.0-or-later
// No constant stands in resources/catalog/defaults.json for nothing: each, half as large again, changes what
// is printed of a sample or of a small project.
#include "tests/core/base/constants/printed_outputs.h"

using namespace roofrack;

namespace {

using Json = nlohmann::json;

constexpr std::string_view defaults_file = "resources/catalog/defaults.json";

/// Read by what comes next, or by what prints no number.
const std::map<std::string, std::string> exceptions{
    {"collectives.efa_second_generation", "of a fabric that no output here has: EFA of 200 Gb/s a GPU"},
    {"power.rectifier_loss", "next: direct-current distribution"},
    {"power.rectifier_efficiency", "next: direct-current distribution"},
    {"power.converter_loss", "next: direct-current distribution"},
    {"power.converter_efficiency", "next: direct-current distribution"},
};

Catalog catalog_with(const Json& file) {
    auto defaults = read_defaults(file["defaults"], defaults_file);
    if (!defaults) qFatal("%s", defaults.error().text().c_str());
    return Catalog::built_in().with(std::move(*defaults));
}

/// One constant: a number, or the numbers of a list.
struct Constants {
    std::string name;
    Json::json_pointer at;
    bool share = false; ///< has no unit
};

void collect(const Json& value, const std::string& name, const Json::json_pointer& at, bool share,
             std::vector<Constants>& out) {
    if (!value.is_object()) return out.push_back({name, at, share});
    for (const auto& [key, member] : value.items()) collect(member, name + "." + key, at / key, share, out);
}

std::vector<Constants> constants(const Json& file) {
    std::vector<Constants> out;
    for (const auto& [group, members] : file["defaults"].items())
        for (const auto& [key, entry] : members.items())
            collect(entry["value"], group + "." + key,
                    Json::json_pointer("/defaults") / group / key / "value", !entry.contains("unit"), out);
    return out;
}

/// × 1.5; what is a share stays one.
double half_more(double value, bool share) {
    return share && value <= 1 && 1.5 * value > 1 ? value / 1.5 : 1.5 * value;
}

Json perturbed(Json file, const Constants& which) {
    Json& value = file[which.at];
    if (value.is_array())
        for (Json& each : value) each = half_more(each.get<double>(), which.share);
    else
        value = half_more(value.get<double>(), which.share);
    return file;
}

} // namespace

class TestDefaultsMatter : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void each_changes_an_output();
    void what_comes_next_is_short();
};

void TestDefaultsMatter::each_changes_an_output() {
    const Json file = Json::parse(text_of(defaults_file));
    const std::vector<Output> all = outputs();
    const Catalog as_is = catalog_with(file);
    std::vector<std::string> before;
    for (const Output& output : all) before.push_back(output.print(as_is));
    std::string idle;
    for (const Constants& each : constants(file)) {
        const Catalog other = catalog_with(perturbed(file, each));
        bool matters = false;
        for (size_t i = 0; i < all.size() && !matters; ++i) matters = all[i].print(other) != before[i];
        if (matters == exceptions.contains(each.name)) idle += fmt::format("{} ", each.name);
    }
    QVERIFY2(idle.empty(), qPrintable(QStringLiteral("read by nothing, or an exception that is read: %1")
                                          .arg(QString::fromStdString(idle))));
}

void TestDefaultsMatter::what_comes_next_is_short() {
    const Defaults& defaults = Defaults::built_in();
    QVERIFY(exceptions.size() < 10);
    for (const auto& [name, reason] : exceptions)
        QVERIFY2(defaults.figure(name) && !reason.empty(), name.c_str());
}

QTEST_APPLESS_MAIN(TestDefaultsMatter)
#include "test_defaults_matter.moc"
