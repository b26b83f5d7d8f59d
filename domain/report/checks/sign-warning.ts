import type { SignedParts } from '../signed-content.ts'

/** The three texts of a report, in the order of the page. */
export type CheckedPart = keyof SignedParts

/** The rules of the check before signing; what a doctor signs over is recorded by these names. */
export const SIGN_RULES = [
  'foetal_sex',
  'side_disagrees',
  'organ_against_sex',
  'unfilled_field',
  'empty_description',
  'empty_conclusion',
  'critical_without_tag',
  'ai_critical_without_tag',
  'ai_text_undecided',
] as const
export type SignRule = (typeof SIGN_RULES)[number]

/** Rules that nobody signs over: the law forbids what they find, or nobody has decided on it. */
const STOPPING: ReadonlySet<SignRule> = new Set<SignRule>(['foetal_sex', 'ai_text_undecided'])
export const stopsSignature = ({ rule }: Pick<SignWarning, 'rule'>): boolean => STOPPING.has(rule)

/** One sentence of a report's text. */
export interface Sentence {
  part: CheckedPart
  text: string
}

/** Something that the doctor should look at once more; nothing is ever changed by it. */
export interface SignWarning {
  rule: SignRule
  /** The sentences that it is about, to be quoted; none where something is missing. */
  sentences: readonly Sentence[]
  /** The words in question, as the text has them: `left kidney`, `uterus`, `___`. */
  found: readonly string[]
}

/** What the rules look at. */
export interface CheckedReport {
  text: SignedParts
  /** As the study has it: `M`, `Male`, `F`, `Female`; anything else is unknown. */
  sex: string
  hasCriticalTag: boolean
  /** The AI company called its result critical, and nobody has rejected that. */
  isAiCritical?: boolean
  /** The study is of a pregnancy, at a branch where disclosing the sex of a foetus is forbidden. */
  isFoetalSexBarred?: boolean
}

export const CHECKED_PARTS = [
  'report_data',
  'conclusion',
  'recommendation',
] as const satisfies readonly CheckedPart[]
