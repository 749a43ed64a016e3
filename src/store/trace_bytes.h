// Traces and evidence of a finding as bytes of one row.
#pragma once

#include "base/bytes.h"
#include "findings/finding.h"

namespace assay::store {

Bytes encode_traces(const findings::IdentifiedFinding& finding);
/// Fills trace, evidence and number of others; false: damaged.
bool decode_traces(std::string_view bytes, findings::IdentifiedFinding& finding);

}  // namespace assay::store
