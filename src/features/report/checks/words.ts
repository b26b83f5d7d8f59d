import type { CheckedPart, SignRule, SignWarning } from '#domain/report/checks/sign-warning.ts'
import { nameOfLetter } from '#src/workers/letters-client.ts'
import { REPORT_WORDS } from '../words.ts'

const SHOWN_LETTERS = 6

const list = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

/** The text of each rule for its findings. */
const SAYS: Record<SignRule, (warning: SignWarning) => string> = {
  foetal_sex: ({ found }) => `${list(found)} states the sex of the foetus. The PC-PNDT Act forbids that.`,
  side_disagrees: () => 'Findings and conclusion name different sides.',
  organ_against_sex: ({ found }) => `${list(found)} does not go with the patient’s sex.`,
  unfilled_field: () => 'A field of the template is not filled in.',
  empty_description: () => 'The report has no description.',
  empty_conclusion: () => 'The report has no conclusion.',
  critical_without_tag: ({ found }) =>
    `${list(found)} reads like a critical result, and the study has no critical tag.`,
  ai_critical_without_tag: () =>
    'The AI company called its result critical, and the study has no critical tag.',
  ai_text_undecided: () =>
    'Sentences of an AI result are undecided. Accept, edit or drop each of them before signing.',
}

/** Words of the check before signing. */
export const CHECK_WORDS = {
  title: 'Check before signing',
  intro: 'Nothing was changed. If these are intended, sign.',
  says: (warning: SignWarning) => SAYS[warning.rule](warning),
  partOf: (part: CheckedPart) => REPORT_WORDS.parts[part],
  goBack: 'Go back',
  signAnyway: 'Sign anyway',
  listOf: (part: CheckedPart) => `Checks: ${REPORT_WORDS.parts[part]}`,
  waiting: (count: number) => (count === 1 ? 'One thing to look at' : `${count} things to look at`),
  openFields: (count: number) => (count === 1 ? 'One field is open' : `${count} fields are open`),
  unprintable: (letters: readonly string[]) =>
    `No font has ${letters.slice(0, SHOWN_LETTERS).map(nameOfLetter).join(', ')}${letters.length > SHOWN_LETTERS ? ` and ${letters.length - SHOWN_LETTERS} more letters` : ''}. The paper would have a gap there: write it differently.`,
  setCritical: 'Set the critical tag',
  moreFields: (count: number) => `and ${count} more`,
  goThere: 'Go there',
  toField: 'Go to the first field',
  recorded: 'Signing anyway is recorded with your name.',
  stopTitle: 'This report cannot be signed',
  stops: 'Remove the words that state the sex of the foetus, then sign. Nothing was changed.',
} as const
