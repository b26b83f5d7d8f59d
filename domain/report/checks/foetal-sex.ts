import { FOETAL_SEX_SIGNS, FOETAL_SEX_WORDS } from '../../pndt/foetal-sex-words.ts'
import { sentencesOf } from './sentences.ts'
import { CHECKED_PARTS, type CheckedReport, type Sentence, type SignWarning } from './sign-warning.ts'

const anyOf = (words: readonly string[], signs: string) =>
  new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${words.join('|')})(?![\\p{L}\\p{M}])|${signs}`, 'giu')

const ALWAYS = anyOf(
  FOETAL_SEX_WORDS.always.map((word) => word.normalize('NFC')),
  FOETAL_SEX_SIGNS.always,
)
const OF_FOETUS = anyOf(
  FOETAL_SEX_WORDS.ofFoetus.map((word) => word.normalize('NFC')),
  FOETAL_SEX_SIGNS.ofFoetus,
)

const FOETUS =
  /\b(?:f(?:o)?et(?:us|uses|al|i)|bab(?:y|ies)|child|infant|newborn|twins?|triplets?|quadruplets?|embryos?|conceptus|gestation|singleton|unborn)\b/iu

/** The mother, before or after the word: an age, or terms used only for her. */
const MOTHER_BEFORE =
  /(?:\b(?:pregnant|gravid|gravida|young|adult|married|primi\w*|multi\w*|year|years|yr|yrs|old|y\/o|mother|maternal|patient)|\d+\s*\/?)[\s,:/-]*$/iu
const MOTHER_BEHIND =
  /^[\s,/()-]*(?:of\s+)?(?:\d+\s*(?:y|yr|yrs|years?)\b|g\d|(?:aged?|with|presenting|having|patient)\b)/iu

/** A child that she already has. */
const CHILD_BEFORE =
  /\b(?:previous|prior|elder|older|eldest|living|alive|history of|h\/o|last child)\s*[:-]?\s*(?:[\p{L}\d]+\s+){0,2}$/iu
const CHILD_BEHIND = /^[\s,(-]*(?:aged?\s+)?\d+\s*(?:y|yr|yrs|years?|months?)\b/iu

/** Her children, when the sentence gives their number. */
const COUNTED_BEFORE = /\b(?:has|have|one|two|three|four|\d+|p\d+l\d+)\s*[:-]?\s*(?:\p{L}+\s+)?$/iu

/** The header of a report: the name of the study, and the mother's sex beside her other lines. */
const STUDY_LINE = /^\s*(?:study|scan|exam\w*|procedure|indication|investigation)\b[\s\w]{0,14}[:|]/iu
const HEAD_LABEL = /\b(?:name|age|study|patient|referred|ref|date|uhid|mrn|id|exam\w*)\b/iu
const SEX_LABEL = /(?<!f(?:o)?et(?:al|us)['’s]{0,2}\s)\b(?:sex|gender)[\s|:=–-]*$/iu

/** Slogans that centres print against sex selection. */
const SLOGAN =
  /beti bachao,?(?: beti padhao)?|save (?:the |a )?(?:girl child|girl|daughters?)|(?:बेटी बचाओ|बेटी पढ़ाओ)/giu
/** A sentence that names both sexes while refusing to disclose it discloses neither. */
const REFUSES = /\b(?:not|neither|nor|never|no|without|prohibited|illegal|offen[cs]e|crime|punishable)\b/iu
const EITHER =
  /\b(?:male|boy|son)s?\s*(?:\/|or|nor|and)\s*(?:an?\s+)?(?:female|girl|daughter)s?\b|\b(?:female|girl|daughter)s?\s*(?:\/|or|nor|and)\s*(?:an?\s+)?(?:male|boy|son)s?\b/giu

const blank = (words: string) => ' '.repeat(words.length)

/**
 * Words that disclose the sex of a foetus, in a report where the law forbids it. The signer cannot sign over them
 * (docs/form-f.md#reports).
 */
export function foetalSex({ text, isFoetalSexBarred = false }: CheckedReport): SignWarning[] {
  if (!isFoetalSexBarred) return []
  return CHECKED_PARTS.flatMap((part) => {
    let follows = false
    return sentencesOf(part, text[part]).flatMap((sentence) => {
      const found = toldIn(sentence, follows)
      follows = FOETUS.test(sentence.text) && !STUDY_LINE.test(sentence.text)
      return found.length === 0 ? [] : [{ rule: 'foetal_sex' as const, sentences: [sentence], found }]
    })
  })
}

/** `follows`: the previous sentence is about a foetus, and a short one after it continues the topic. */
function toldIn({ text }: Sentence, follows: boolean): string[] {
  const words = muted(text.normalize('NFC'))
  const isOfFoetus = FOETUS.test(words) || (follows && isBare(words))
  const told = [...words.matchAll(ALWAYS)].filter((match) => !isOfChild(words, match))
  if (isOfFoetus) told.push(...[...words.matchAll(OF_FOETUS)].filter((match) => !isOfMother(words, match)))
  return [...new Set(told.map(([word]) => word.trim()))]
}

function muted(words: string): string {
  const rest = words.replace(SLOGAN, blank)
  return REFUSES.test(rest) ? rest.replace(EITHER, blank) : rest
}

/** `Female.` or `Sex: female`, but not a header line. */
const isBare = (words: string) =>
  (words.match(/[\p{L}\p{N}]+/gu) ?? []).length <= 4 &&
  !/\b(?:patient|name|age|mrs|ms|mother)\b/iu.test(words)

const isOfChild = (words: string, match: RegExpExecArray) => {
  const behind = words.slice(match.index + match[0].length)
  return (
    CHILD_BEFORE.test(words.slice(0, match.index)) ||
    CHILD_BEHIND.test(behind) ||
    isCounted(words, match) ||
    isHerself(words, match)
  )
}

const isCounted = (words: string, match: RegExpExecArray) =>
  /^(?:sons|daughters)$/iu.test(match[0]) &&
  !FOETUS.test(words) &&
  COUNTED_BEFORE.test(words.slice(0, match.index))

// A pregnant girl of seventeen.
const isHerself = (words: string, match: RegExpExecArray) =>
  /^girl/iu.test(match[0]) && MOTHER_BEFORE.test(words.slice(0, match.index))

const isOfMother = (words: string, match: RegExpExecArray) =>
  isInHead(words, match) ||
  MOTHER_BEFORE.test(words.slice(0, match.index)) ||
  MOTHER_BEHIND.test(words.slice(match.index + match[0].length)) ||
  CHILD_BEFORE.test(words.slice(0, match.index))

const isInHead = (words: string, match: RegExpExecArray) =>
  HEAD_LABEL.test(words) &&
  (SEX_LABEL.test(words.slice(0, match.index)) || /^(?:sex|gender)/iu.test(match[0])) &&
  !/f(?:o)?et(?:al|us)['’s]{0,2}\s+(?:sex|gender)/iu.test(words)
