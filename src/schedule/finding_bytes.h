// Findings as bytes, on their way from a worker to the coordinator.
#pragma once

#include "base/bytes.h"
#include "findings/finding.h"

namespace assay::schedule {

void write_finding(ByteWriter& writer, const findings::Finding& finding);
findings::Finding read_finding(ByteReader& reader);

}  // namespace assay::schedule
