import { sentencesOf } from './sentences.ts'
import { CHECKED_PARTS, type CheckedReport, type SignWarning } from './sign-warning.ts'

/** Words for an organ of one sex only. `cervical` means the neck, and `tunica vaginalis` is male. */
const FEMALE =
  /\b(?:uter(?:us|i|ine)|ovar(?:y|ies|ian)|endometri(?:um|al|osis|oma)|myometri(?:um|al)|adnexa[le]?|fallopian|vagina|vaginal|cervix|parametri(?:um|al)|pouch of douglas)\b/gi
const MALE =
  /\b(?:prostat(?:e|ic|omegaly)|seminal vesicles?|test(?:is|es|icles?|icular)|scrot(?:um|al)|epididym(?:is|al|ides)|spermatic cords?|penis|penile|vas deferens)\b/gi

const WRONG_FOR: Record<string, RegExp> = { male: FEMALE, m: FEMALE, female: MALE, f: MALE }

/** Organs that a patient of this sex does not have; negated or not, they come from another patient's template. */
export function organAgainstSex({ text, sex }: CheckedReport): SignWarning[] {
  const wrong = WRONG_FOR[sex.trim().toLowerCase()]
  if (!wrong) return []
  return CHECKED_PARTS.flatMap((part) => sentencesOf(part, text[part])).flatMap((sentence) => {
    const found = sentence.text.match(wrong) ?? []
    return found.length === 0
      ? []
      : [{ rule: 'organ_against_sex' as const, sentences: [sentence], found: [...new Set(found)] }]
  })
}
