// SPDX-License-Identifier: Apache-2.0
// LLVM IR as text, word by word.
#ifndef QN_COMPILER_IR_WORDS_H
#define QN_COMPILER_IR_WORDS_H

#include "base/span.h"

// Takes the next part off `*rest`, which is not empty: space together with
// comments (`*out_space`), a word or a number, a name with its sigil, a quoted
// text, or one other character.
qn_str qn_ir_word(qn_str *rest, bool *out_space);

// Whether a character can be inside of a word.
bool qn_ir_is_word_character(char c);

#endif // QN_COMPILER_IR_WORDS_H
