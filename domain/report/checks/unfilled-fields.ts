import { fieldsInLine } from '../fields/find-fields.ts'
import { sentencesOf } from './sentences.ts'
import { CHECKED_PARTS, type CheckedReport, type SignWarning } from './sign-warning.ts'

/**
 * Unfilled template blanks: `___`, `[ ]`, a choice `[left/right]`, `{field}`, `%PLACEHOLDER%`, and double brackets that
 * do not parse as a field (those that do are not a warning but block the signature, open-fields.ts). Single brackets
 * with words in them are ordinary text.
 */
const UNFILLED =
  /\[\[[^[\]\n]*\]{0,2}|_{2,}|\[[\s_.]*\]|\[[^\][\n]*\p{L}\s*\/\s*\p{L}[^\][\n]*\]|\{[^{}\n]{0,60}\}|%[A-Z][A-Z0-9_]{1,40}%/gu

/** Fields of a template that nobody filled in, one warning for each sentence. */
export function unfilledFields({ text }: CheckedReport): SignWarning[] {
  return CHECKED_PARTS.flatMap((part) => sentencesOf(part, text[part])).flatMap((sentence) => {
    const found = (sentence.text.match(UNFILLED) ?? []).filter((one) => fieldsInLine(one).length === 0)
    return found.length === 0 ? [] : [{ rule: 'unfilled_field' as const, sentences: [sentence], found }]
  })
}
