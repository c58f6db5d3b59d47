// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/templates/template_settings.h"

namespace roofrack {

/// Builds the drawing of a template: racks in the middle, switches above them, feeds and cooling to the
/// right.
class TemplateSketch {
public:
    explicit TemplateSketch(TemplateReader& reader)
        : m_reader(reader) {}

    /// Racks of servers, `per_rack` in each; a rack part that holds their height and heat.
    void add_racks(const Part& server, int servers, int per_rack, const std::string& pod = {});
    /// A container around racks and leafs.
    void add_pod(const std::string& name, int count);
    void add_switch(const std::string& id, const std::string& name, const Part& part, int count, int tier,
                    bool in_pod);
    /// Cables of each server to switches; that there are fewer than NICs is meant.
    void add_nic_cables(const Part& server, const std::string& switches, LinkPattern pattern, int cables);
    Link& add_link(const std::string& from, const std::string& to, LinkPattern pattern, int count);
    /// Feeds with one to spare in each rack, and air and liquid cooling with one unit to spare in the room.
    void add_facility(const Part& server, int per_rack);
    /// On a network of its own, which is not drawn.
    void add_storage();
    /// Accepts what the template draws on purpose.
    void waive(const std::string& rule, std::vector<std::string> where, const std::string& reason);

    /// Places everything and hands it out.
    Cluster finish();

private:
    Element& add(ElementKind kind, const std::string& id, const std::string& name, const std::string& part,
                 int count, const std::string& parent = {});
    /// W at most of switches, drawn before, and of storage: both stand in no rack.
    double power_beside_racks() const;
    /// W of the optics at the ends of the cables of one server, drawn before.
    double optics_of_server() const;
    void place();

    TemplateReader& m_reader;
    Cluster m_cluster;
    std::string m_pod;
    double m_racks = 0; ///< in the whole drawing
    double m_pods = 1;
};

/// Sets the bandwidth of a cable, unless it is that of the slower of its ports.
void set_rate(Link& link, ByteRate rate, std::initializer_list<const Part*> ends);

/// Servers that a rack takes by its height and by what its cooling takes; at most what divides `servers`.
int servers_per_rack(TemplateReader& reader, const Part& server, int servers);

} // namespace roofrack
