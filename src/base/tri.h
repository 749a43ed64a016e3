// The answer to a semantic question.
#pragma once

namespace assay {

enum class Tri : unsigned char { No, Yes, Unknown };

}  // namespace assay
