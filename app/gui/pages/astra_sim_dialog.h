// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/measured/interchange/interchange.h"

#include <QDialog>

namespace roofrack {

class ChoiceEdit;
class QuantityEdit;

/// How much of the cluster is written for ASTRA-sim, and how finely.
class AstraSimDialog : public QDialog {
    Q_OBJECT

public:
    /// `replica`: GPUs of one replica of the model.
    AstraSimDialog(double drawn_gpus, double replica, QWidget* parent = nullptr);

    AstraSimOptions options() const;

private:
    double m_drawn;
    QuantityEdit* m_gpus;
    QuantityEdit* m_size;
    ChoiceEdit* m_detail;
};

} // namespace roofrack
