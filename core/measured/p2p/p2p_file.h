// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/drawing/handover/cable_list.h"
#include "core/measured/interchange/interchange.h"

#include <optional>
#include <string>
#include <vector>

namespace roofrack {

/// A device of a point-to-point (P2P) file.
struct P2pNode {
    std::string name;
    bool has_type = false; ///< the file says what it is; else the names of its ports do
    bool is_switch = false;
    bool is_storage = false;
    std::string rack;  ///< empty: not said
    std::string model; ///< name or id of a part; empty: not said
};

/// A cable of a P2P file.
struct P2pLink {
    size_t a = 0, z = 0; ///< indices of its nodes
    std::string a_port, z_port;
    double rate = 0;   ///< bit/s, one direction; 0: not said
    std::string place; ///< "Links, row 12", for messages
};

/// Where every cable of a site ends, as NVIDIA's Cable Validation Tool reads it.
struct P2pFile {
    std::vector<P2pNode> nodes; ///< names are unique
    std::vector<P2pLink> links; ///< no port twice
};

/// As the tool's version 1.7.1 has it: a workbook of the sheets Nodes and Links. Fails where a sheet would
/// have more than its 1,048,576 rows.
Result<std::string> p2p_workbook(const CableList& list);
/// As versions up to 1.6 have a sheet: one row per cable, with type, rack and unit of both ends.
std::string p2p_csv(const CableList& list);
/// What the tool will not take of the list: protocols that it does not know, and cables without one.
std::vector<Diagnostic> p2p_warnings(const CableList& list);

/// A sheet, or the beginning of a CSV, has the column A-Node.
bool is_p2p(const NamedText& file);
/// Reads either; column names whatever their case and order. Fails where a cable ends at no port, or at a
/// node that the sheet of nodes does not list, where it joins a node with itself, and where a port has two
/// cables; the same cable listed from both ends counts once, which `warnings` say, as they do of ports whose
/// names no format knows.
Result<P2pFile> read_p2p(const NamedText& file, std::vector<Diagnostic>& warnings);

} // namespace roofrack
