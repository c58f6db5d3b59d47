// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/answers/handover/netbox_export.h"
#include "core/base/files/csv_table.h"
#include "core/drawing/project/project_file.h"
#include "core/measured/netbox/device_types.h"
#include "core/measured/netbox/netbox_import.h"
#include "core/measured/netbox/netbox_tables.h"
#include "tests/support/every_drawing.h"

#include <set>

using namespace roofrack;
using namespace roofrack::test;

namespace {

const Catalog& netbox_parts() { return Catalog::built_in(); }

std::vector<NamedText> exported(const Scenario& scenario) {
    std::vector<NamedText> out;
    const auto list = CableList::make(scenario.cluster, netbox_parts());
    if (!list) return out;
    const auto done = export_netbox(*list, "Hall", [&](const std::string& name, std::string_view text) {
        if (name.ends_with(".csv")) out.push_back({name, std::string(text)});
        return Result<void>();
    });
    if (!done) out.clear();
    return out;
}

/// Every cable by the devices at its ends.
std::multiset<std::string> ends_of(const CableList& list) {
    std::multiset<std::string> out;
    list.visit([&](const LaidCable& cable) {
        out.insert(std::min(cable.from.device, cable.to.device) + " – " +
                   std::max(cable.from.device, cable.to.device));
        return true;
    });
    return out;
}

Result<Imported> imported(std::vector<NamedText> files, const TemplateSettings& settings = {}) {
    return import_netbox(files, netbox_parts(), settings);
}

QByteArray remarks(const Imported& imported) {
    QByteArray out;
    for (const Diagnostic& each : imported.warnings) out += QByteArray::fromStdString(each.text()) + "\n";
    return out;
}

const char* const devices = "name,role,manufacturer,device_type,site,rack,position\n"
                            "gpu-1,GPU server,NVIDIA,DGX H100,Hall,R1,1\n"
                            "gpu-2,GPU server,NVIDIA,DGX H100,Hall,R2,1\n"
                            "leaf-1,Leaf,NVIDIA,QM9700,Hall,R3,40\n";
const char* const cables = "side_a_device,side_a_type,side_a_name,side_b_device,side_b_type,side_b_name\n"
                           "gpu-1,dcim.interface,rail1,leaf-1,dcim.interface,sw1p1\n"
                           "gpu-2,dcim.interface,rail1,leaf-1,dcim.interface,sw2p1\n";
const char* const switch_type =
    "---\nmanufacturer: Example\nmodel: EX-32\nslug: example-ex-32\nu_height: 2\nweight: 10\n"
    "weight_unit: lb\nairflow: front-to-rear\n"
    "interfaces:\n{}  - name: mgmt0\n    type: 1000base-t\n    mgmt_only: true\n"
    "power-ports:\n  - name: PS1\n    type: iec-60320-c14\n    maximum_draw: 1500\n"
    "    allocated_draw: 700\n  - name: PS2\n    type: iec-60320-c14\n    maximum_draw: 1500\n"
    "    allocated_draw: 700\n";

std::string switch_of(int ports) {
    std::string list;
    for (int i = 0; i < ports; ++i)
        list += "  - name: p" + std::to_string(i) + "\n    type: 400gbase-x-osfp\n";
    return fmt::format(fmt::runtime(switch_type), list);
}

} // namespace

class TestNetbox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void exported_and_imported_it_has_the_same_cables_data() { add_every_drawing(); }
    void exported_and_imported_it_has_the_same_cables() {
        QFETCH(QByteArray, name);
        const Scenario scenario = *scenario_of(name);
        const auto list = CableList::make(scenario.cluster, netbox_parts());
        QVERIFY(list);
        if (list->count() == 0) return;
        const auto read = imported(exported(scenario));
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const Scenario& back = read->project.scenarios.front();
        const auto again = CableList::make(back.cluster, netbox_parts());
        QVERIFY(again);
        QCOMPARE(again->count(), list->count());
        QCOMPARE(ends_of(*again).size(), ends_of(*list).size());
        // As few things as were drawn, and parts that the catalogue has.
        QVERIFY(back.cluster.elements.size() <= scenario.cluster.elements.size() + 6);
        const auto saved = parse_project(project_text(read->project, netbox_parts()), netbox_parts());
        QVERIFY2(saved.has_value(), saved ? "" : saved.error().text().c_str());
    }

    void the_lists_of_netbox_are_read_by_their_headings() {
        // As a list is exported, with the names of its columns.
        const auto read = imported(
            {{"d.csv", "ID,Name,Status,Tenant,Site,Rack,Role,Manufacturer,Type,IP Address\n"
                       "1,gpu-1,Active,—,Hall,R1,GPU server,NVIDIA,DGX H100,—\n"
                       "2,gpu-2,Active,—,Hall,R2,GPU server,NVIDIA,DGX H100,—\n"
                       "3,leaf-1,Active,—,Hall,R3,Leaf,NVIDIA,QM9700,—\n"
                       "4,pdu-1,Active,—,Hall,R3,PDU,APC,AP8000,—\n"},
             {"c.csv", "ID,Label,Termination A,Termination B,Device A,Device B,Status\n"
                       "1,,rail1,sw1p1,gpu-1,leaf-1,Connected\n2,,rail1,sw2p1,gpu-2,leaf-1,Connected\n"
                       "3,,psu1,outlet1,gpu-1,pdu-1,Connected\n"},
             {"i.csv", "Device,Name,Type\ngpu-1,rail1,OSFP (400GE)\nleaf-1,sw1p1,NDR (400 Gbps)\n"},
             {"s.csv", "name,slug\nHall,hall\n"}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const Cluster& cluster = read->project.scenarios.front().cluster;
        const auto list = CableList::make(cluster, netbox_parts());
        QVERIFY(list);
        QCOMPARE(list->count(), 2.0);
        const QByteArray text = remarks(*read);
        for (const char* part :
             {"d.csv:5: the role 'PDU'", "c.csv:4: a cable ends at a device that is not drawn",
              "s.csv: it holds no devices"})
            QVERIFY2(text.contains(part), text.constData());
    }

    void what_is_not_understood_is_left_out_and_said() {
        const auto read = imported(
            {{"d.csv",
              std::string(devices) +
                  ",GPU server,NVIDIA,DGX H100,Hall,R4,1\ngpu-1,GPU server,NVIDIA,DGX H100,Hall,R4,1\n"},
             {"c.csv", std::string(cables) + "gpu-1,dcim.powerport,psu1,leaf-1,dcim.poweroutlet,o1\n"
                                             "gpu-1,dcim.interface,rail1,leaf-1,dcim.interface,sw9p1\n"
                                             "gpu-1,dcim.interface,\"a,b\",leaf-1,dcim.interface,sw8p1\n"
                                             "gpu-1,dcim.interface,x,gpu-1,dcim.interface,y\n"}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const QByteArray text = remarks(*read);
        for (const char* part :
             {"a device has no name", "has the name of another one", "something else than an interface",
              "a port has two cables", "several ports at an end", "leads back to its device"})
            QVERIFY2(text.contains(part), text.constData());
        QCOMPARE(CableList::make(read->project.scenarios.front().cluster, netbox_parts())->count(), 2.0);
    }

    void device_types_are_parts_of_the_projects_own() {
        const auto type = read_device_type({"t.yaml", switch_of(32)});
        QVERIFY2(type.has_value(), type ? "" : type.error().text().c_str());
        QCOMPARE(type->interfaces, size_t{32});
        QCOMPARE(type->rate, 400e9);
        QCOMPARE(type->power, 1400.0);
        QVERIFY(qAbs(type->mass - 4.5359237) < 1e-9);
        const auto read =
            imported({{"t.yaml", switch_of(32)},
                      {"d.csv", "name,role,manufacturer,device_type\ngpu-1,server,NVIDIA,DGX H100\n"
                                "gpu-2,server,NVIDIA,DGX H100\nleaf-1,Leaf,Example,EX-32\n"},
                      {"c.csv", cables}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const Scenario& scenario = read->project.scenarios.front();
        QCOMPARE(scenario.parts.size(), size_t{1});
        const Part& part = *scenario.parts.front().inline_part;
        QVERIFY(part.kind == PartKind::switch_);
        QCOMPARE(part.value("ports"), std::optional(32.0));
        QCOMPARE(part.value("port_rate"), std::optional(50e9));
        QCOMPARE(part.value("max_power"), std::optional(1400.0));
        QCOMPARE(part.value("height_u"), std::optional(2.0));
        QVERIFY(std::ranges::any_of(scenario.cluster.elements, [&](const Element& element) {
            return element.kind == ElementKind::switch_ && element.part == scenario.parts.front();
        }));
        const QByteArray text = remarks(*read);
        QVERIFY2(!text.contains("Example EX-32 is a"), text.constData());
        QVERIFY2(text.contains("max_power is the sum of allocated_draw, 1400 W"), text.constData());
        QVERIFY2(text.contains("not read: airflow"), text.constData());
        QVERIFY2(!text.contains("the catalogue has no"), text.constData());
        // Few interfaces: a server; alone it is a part beside a workstation.
        const auto server = imported({{"t.yaml", switch_of(2)}});
        QVERIFY2(server.has_value(), server ? "" : server.error().text().c_str());
        QVERIFY(server->project.scenarios.front().parts.front().inline_part->kind == PartKind::server);
        const QByteArray guesses = remarks(*server);
        for (const char* guess :
             {"guess: Example EX-32 is a server", "rating of a supply is its maximum_draw"})
            QVERIFY2(guesses.contains(guess), guesses.constData());
        // What the catalogue has is not added.
        const auto known = imported({{"t.yaml", "manufacturer: NVIDIA\nmodel: DGX H100\n"}});
        QVERIFY(known);
        QVERIFY(known->project.scenarios.front().parts.empty());
    }

    void many_reasons_are_counted() {
        std::string table = devices;
        for (int i = 0; i < 60; ++i)
            table += "p" + std::to_string(i) + ",PDU " + std::to_string(i) + ",APC,AP8000,Hall,R3,1\n";
        const auto read = imported({{"d.csv", table}, {"c.csv", cables}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        QVERIFY2(remarks(*read).contains("10 more rows, for other reasons"), remarks(*read).constData());
    }

    void tables_say_what_a_device_type_is() {
        // Few interfaces of the fastest rate, and a leaf by its role.
        std::string leaf = switch_of(8);
        const size_t mgmt = leaf.find("  - name: mgmt0");
        for (int i = 0; i < 48; ++i)
            leaf.insert(mgmt, "  - name: s" + std::to_string(i) + "\n    type: 25gbase-x-sfp28\n");
        const std::string head = "name,role,manufacturer,device_type\ngpu-1,server,NVIDIA,DGX H100\n"
                                 "gpu-2,server,NVIDIA,DGX H100\n";
        const auto read =
            imported({{"t.yaml", leaf}, {"d.csv", head + "leaf-1,Leaf,Example,EX-32\n"}, {"c.csv", cables}});
        QVERIFY2(read.has_value(), read ? "" : read.error().text().c_str());
        const Scenario& scenario = read->project.scenarios.front();
        QVERIFY(scenario.parts.front().inline_part->kind == PartKind::switch_);
        QVERIFY(std::ranges::any_of(scenario.cluster.elements, [&](const Element& element) {
            return element.kind == ElementKind::switch_ && element.part == scenario.parts.front();
        }));
        const QByteArray text = remarks(*read);
        QVERIFY2(!text.contains("the catalogue has no"), text.constData());
        QVERIFY2(text.contains("48 interfaces of lower rates"), text.constData());
        // What no device is made of is still missing.
        const auto other =
            imported({{"t.yaml", leaf}, {"d.csv", head + "leaf-1,Leaf,Example,EX-64\n"}, {"c.csv", cables}});
        QVERIFY2(other.has_value(), other ? "" : other.error().text().c_str());
        QVERIFY2(remarks(*other).contains("the catalogue has no \"EX-64\""), remarks(*other).constData());
    }

    void a_type_of_interface_says_its_rate_data() {
        QTest::addColumn<QByteArray>("type");
        QTest::addColumn<double>("gigabits");
        QTest::newRow("slug") << QByteArray("400gbase-x-osfp") << 400.0;
        QTest::newRow("name") << QByteArray("QSFP28 (100GE)") << 100.0;
        QTest::newRow("copper") << QByteArray("1000base-t") << 1.0;
        QTest::newRow("half") << QByteArray("2.5gbase-t") << 2.5;
        QTest::newRow("fabric") << QByteArray("infiniband-xdr") << 800.0;
        QTest::newRow("fabric by name") << QByteArray("NDR (400 Gbps)") << 400.0;
        QTest::newRow("virtual") << QByteArray("virtual") << 0.0;
        QTest::newRow("nothing") << QByteArray() << 0.0;
        QTest::newRow("too much") << QByteArray("99999999gbase-x") << 0.0;
    }
    void a_type_of_interface_says_its_rate() {
        QFETCH(QByteArray, type);
        QFETCH(double, gigabits);
        QCOMPARE(netbox_rate(type.toStdString()), gigabits * 1e9);
    }

    void what_cannot_be_read_is_said_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QByteArray>("why");
        const auto row = [](const char* name, const std::string& text, const char* why) {
            QTest::newRow(name) << text << QByteArray(why);
        };
        row("nothing", "", "empty file");
        row("another table", "a,b\n1,2\n", "no table has the devices");
        row("a broken table", "name,role,device_type\nx,y,z,w\n", "4 cells under a header of 3");
        row("no UTF-8", "name,role,device_type\n\xff,server,x\n", "not UTF-8");
        row("nothing that is drawn", "name,role,device_type\np,PDU,x\n", "none of its devices");
        row("broken YAML", "manufacturer: x\nmodel: [\n", "the YAML is broken");
        row("a list", "- manufacturer: a\n\nmanufacturer: b\nmodel: c\n", "no device type");
        row("no model", "manufacturer: x\nmodel:\n  - y\n", "no model");
        row("a height that is none", "manufacturer: x\nmodel: y\nu_height: tall\n", "u_height is 'tall'");
        row("a weight without unit", "manufacturer: x\nmodel: y\nweight: 4\nweight_unit: stone\n",
            "no unit of its weight");
        row("a negative power",
            "manufacturer: x\nmodel: y\npower-ports:\n  - name: a\n    maximum_draw: -4\n",
            "maximum_draw is '-4'");
        std::string many = "name,role,device_type\n";
        for (int i = 0; i <= 50'000; ++i) many += "s" + std::to_string(i) + ",server,x\n";
        row("too many devices", many, "more than 50000 devices");
    }
    void what_cannot_be_read_is_said() {
        QFETCH(std::string, text);
        QFETCH(QByteArray, why);
        const auto read = imported({{"n.csv", text}});
        QVERIFY(!read);
        QVERIFY2(QByteArray::fromStdString(read.error().text()).contains(why), read.error().text().c_str());
        QVERIFY(!read.error().fix.empty());
    }

    void anchors_that_stand_for_each_other_end() {
        std::string bomb = "manufacturer: x\nmodel: y\na0: &a0 [z,z]\n";
        for (int i = 1; i < 40; ++i) bomb += fmt::format("a{0}: &a{0} [*a{1},*a{1},*a{1}]\n", i, i - 1);
        const auto type = read_device_type({"t.yaml", bomb + "interfaces: *a39\n"});
        QVERIFY2(type.has_value(), type ? "" : type.error().text().c_str());
        QVERIFY(!read_device_type({"t.yaml", "manufacturer: x\nmodel: y\nz: " + std::string(100'000, '[')}));
    }

    // Columns of the forms that NetBox imports by, and those that it insists on:
    // netbox/dcim/forms/bulk_import.py and the models that it names, of NetBox 4.2 at
    // 016a5335aeb1e9ab78bc41ca8f561f4fe97dd187.
    void tables_have_the_columns_of_netbox_forms() {
        struct Form {
            std::string file;
            std::set<std::string> needed, known;
        };
        const std::vector<Form> forms{
            {"01-sites.csv",
             {"name", "slug", "status"},
             {"region", "group", "tenant", "facility", "time_zone", "description", "physical_address",
              "shipping_address", "latitude", "longitude", "comments", "tags"}},
            {"02-manufacturers.csv", {"name", "slug"}, {"description", "tags"}},
            {"03-device-roles.csv",
             {"name", "slug"},
             {"color", "vm_role", "config_template", "description", "tags"}},
            {"04-device-types.csv",
             {"manufacturer", "model", "slug"},
             {"default_platform", "part_number", "u_height", "exclude_from_utilization", "is_full_depth",
              "subdevice_role", "airflow", "description", "weight", "weight_unit", "comments", "tags"}},
            {"05-racks.csv",
             {"site", "name", "status", "width", "u_height"},
             {"location", "facility_id", "tenant", "role", "form_factor", "serial", "asset_tag", "desc_units",
              "outer_width", "outer_depth", "outer_unit", "mounting_depth", "airflow", "weight", "max_weight",
              "weight_unit", "description", "comments", "tags"}},
            {"06-devices.csv",
             {"name", "role", "manufacturer", "device_type", "status", "site"},
             {"tenant",      "platform",   "serial",      "asset_tag",       "location",
              "rack",        "position",   "face",        "latitude",        "longitude",
              "parent",      "device_bay", "airflow",     "virtual_chassis", "vc_position",
              "vc_priority", "cluster",    "description", "config_template", "comments",
              "tags"}},
            {"07-interfaces.csv",
             {"device", "name", "type"},
             {"label",
              "parent",
              "bridge",
              "lag",
              "speed",
              "duplex",
              "enabled",
              "mark_connected",
              "wwn",
              "vdcs",
              "mtu",
              "mgmt_only",
              "description",
              "poe_mode",
              "poe_type",
              "mode",
              "vrf",
              "rf_role",
              "rf_channel",
              "rf_channel_frequency",
              "rf_channel_width",
              "tx_power",
              "tags"}},
            {"08-cables.csv",
             {"side_a_device", "side_a_type", "side_a_name", "side_b_device", "side_b_type", "side_b_name"},
             {"type", "status", "tenant", "label", "color", "length", "length_unit", "description",
              "comments", "tags"}},
            {"09-power-panels.csv", {"site", "name"}, {"location", "description", "comments", "tags"}},
            {"10-power-feeds.csv",
             {"site", "power_panel", "name", "status", "type", "supply", "phase", "voltage", "amperage"},
             {"location", "rack", "mark_connected", "max_utilization", "tenant", "description", "comments",
              "tags"}},
            {"11-power-ports.csv",
             {"device", "name"},
             {"label", "type", "mark_connected", "maximum_draw", "allocated_draw", "description", "tags"}},
        };
        const auto files = exported(*scenario_of("samples/dgx-h100-su.roofrack.json"));
        QCOMPARE(files.size(), forms.size());
        for (const Form& form : forms) {
            const auto file = std::ranges::find(files, form.file, &NamedText::name);
            QVERIFY2(file != files.end(), form.file.c_str());
            const auto table = parse_csv(file->text, form.file);
            QVERIFY(table);
            QVERIFY2(!table->rows.empty(), form.file.c_str());
            for (const std::string& column : table->header)
                QVERIFY2(form.needed.contains(column) || form.known.contains(column),
                         (form.file + ": " + column).c_str());
            for (const std::string& column : form.needed) {
                const size_t at = table->column(column);
                QVERIFY2(at != std::string::npos, (form.file + ": " + column).c_str());
                for (const auto& row : table->rows)
                    QVERIFY2(!row[at].empty(), (form.file + ": " + column).c_str());
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestNetbox)
#include "test_netbox.moc"
