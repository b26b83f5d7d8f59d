/*
 * Whether a finding is named as absent, in the manner of NegEx: a negating phrase before it in the same clause, or one
 * right after it. English only.
 */

/** Phrases that state a finding although they contain a negating word. */
const NO_DENIAL =
  /\b(?:no|without(?: any)?)\s+(?:(?:significant|appreciable|interval|further|obvious|definite|major)\s+)*(?:change|changes|increase|decrease|progression|improvement|reduction)\b(?:\s+(?:in|of)\b)?|\bnot\s+only\b|\b(?:cannot|can\s?not|could\s+not|can't)\s+be\s+(?:ruled\s+out|excluded)\b|\bnot\s+(?:ruled\s+out|excluded|resolved)\b|\bno\s+longer\s+excluded\b/gi

const DENIES_BEFORE =
  /\b(?:no|not|nor|neither|without|absence\s+of|absent|negative\s+for|free\s+of|free\s+from|rather\s+than|ruled?\s+out|rules\s+out|excludes?|denies|no\s+longer|history\s+of|h\/o)\b/i

/** A past finding, named right before it; a `prior study` is only the comparison. */
const PAST_BEFORE =
  /\b(?:previous|prior|old|healed|resolved)\s+(?:(?!(?:ct|mri?|mra|cta|xr|x-ray|us|study|studies|exam|examination|radiograph|film|scan|imaging|the|an?)\b)[\w-]+\s+){0,2}$/i

/** Ends the scope of a negation: a new statement begins here. */
const NEW_STATEMENT =
  /\b(?:but|however|although|though|except|apart\s+from|aside\s+from|yet|there\s+(?:is|are)|which)\b|[;:]/gi

const DENIES_BEHIND =
  /^[^.;:]{0,40}?\b(?:(?:is|are|was|were|has\s+been|have\s+been|has|have)\s+)?(?:not\s+(?:seen|identified|present|evident|detected|visuali[sz]ed|noted|demonstrated)|ruled\s+out|excluded|absent|resolved|unlikely)\b/i

/** Replaces them with filler of the same length, so that indexes in the sentence stay valid. */
const mute = (text: string) => text.replace(NO_DENIAL, (phrase) => '~'.repeat(phrase.length))

/** True if the finding at `from` to `to` of the sentence is named as absent, past or excluded. */
export function isDenied(sentence: string, from: number, to: number): boolean {
  const muted = mute(sentence)
  const before = muted.slice(0, from)
  const begin = Math.max(
    0,
    ...[...before.matchAll(NEW_STATEMENT)].map((found) => found.index + found[0].length),
  )
  const clause = before.slice(begin)
  if (DENIES_BEFORE.test(clause) || PAST_BEFORE.test(clause)) return true
  const behind = muted.slice(to)
  const [statement = ''] = behind.split(/\b(?:but|however|although|though|except)\b|[;,]/i, 1)
  return DENIES_BEHIND.test(statement)
}
