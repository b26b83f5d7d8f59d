import { sentencesOf } from './sentences.ts'
import { CHECKED_PARTS, type CheckedReport, type SignWarning } from './sign-warning.ts'

/**
 * What templates leave open: `___`, `[ ]`, a choice `[left/right]`, `{field}`, `%PLACEHOLDER%`. Brackets with words in
 * them are ordinary text.
 */
const UNFILLED =
  /_{2,}|\[[\s_.]*\]|\[[^\][\n]*\p{L}\s*\/\s*\p{L}[^\][\n]*\]|\{[^{}\n]{0,60}\}|%[A-Z][A-Z0-9_]{1,40}%/gu

/** Fields of a template that nobody filled in, one warning for each sentence. */
export function unfilledFields({ text }: CheckedReport): SignWarning[] {
  return CHECKED_PARTS.flatMap((part) => sentencesOf(part, text[part])).flatMap((sentence) => {
    const found = sentence.text.match(UNFILLED) ?? []
    return found.length === 0
      ? []
      : [{ rule: 'unfilled_field' as const, sentences: [sentence], found: [...found] }]
  })
}
