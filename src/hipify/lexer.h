// SPDX-License-Identifier: Apache-2.0
// C++ source as tokens, without understanding it: enough to rename what is code
// and nothing else. Bytes from 0x80 on are letters, whatever the encoding.
#ifndef QN_HIPIFY_LEXER_H
#define QN_HIPIFY_LEXER_H

#include <string.h>

#include "base/diag.h"
#include "base/span.h"
#include "hipify/names/names.h"

typedef enum qn_token_kind {
  QN_TOKEN_END,
  QN_TOKEN_NAME,   // identifier or keyword
  QN_TOKEN_NUMBER, // pp-number
  QN_TOKEN_STRING, // with prefix, raw ones too
  QN_TOKEN_CHAR,
  QN_TOKEN_HEADER, // <...> or "..." after an include
  QN_TOKEN_PUNCT,  // one character; <<< and >>> are three
  QN_TOKEN_COMMENT,
} qn_token_kind;

enum {
  QN_TOKEN_DIRECTIVE = 1 << 0, // on a line that begins with #
  QN_TOKEN_IN_DEFINE = 1 << 1, // in the body of a #define
  QN_TOKEN_FIRST = 1 << 2,     // of its line
  QN_TOKEN_SPLICED = 1 << 3,   // holds a backslash and a newline
  QN_TOKEN_SPACE = 1 << 4,     // white space or a comment before it
  QN_TOKEN_DEAD = 1 << 5,      // in a branch that the preprocessor drops
  QN_TOKEN_POINTER = 1 << 6,   // a use of a CUdeviceptr; see scope.c
  QN_TOKEN_UNSURE = 1 << 7,    // or of something else of that name
};

typedef struct qn_token {
  uint32_t offset; // bytes
  uint32_t size;
  uint8_t kind;
  uint8_t flags;
  uint16_t
      word; // of a name: see qn_word_find; of QN_TOKEN_PUNCT: the character
} qn_token;

typedef struct qn_tokens {
  qn_token *items; // ended by QN_TOKEN_END; comments are left out
  size_t count;    // without the end
  // The tokens that something may begin at, in order: names of the vocabulary
  // and what looks like one, words of words.txt, headers, directives, <<<,
  // operands of + and -, and masks. Most tokens are none of these.
  uint32_t *marks;
  size_t mark_count;
} qn_tokens;

// QN_E_LIMIT above 1 GiB; QN_E_UNSUPPORTED for bytes that are no text (a NUL).
// What is malformed (a string without its end) becomes a token up to the end of
// the line, and nothing is lost.
qn_status qn_lex(qn_span source, qn_vocabulary words, qn_tokens *out_tokens,
                 qn_diag *diag);
void qn_tokens_finish(qn_tokens *tokens);

// The text of a token; spliced lines are left in.
static inline qn_str qn_token_text(qn_span source, const qn_token *token) {
  return (qn_str){(const char *)source.data + token->offset, token->size};
}
// Whether it is this name or punctuator.
static inline bool qn_token_is(qn_span source, const qn_token *token,
                               const char *text) {
  const size_t size = strlen(text); // a constant, where it is called
  return token->size == size &&
         memcmp(source.data + token->offset, text, size) == 0;
}

#endif // QN_HIPIFY_LEXER_H
