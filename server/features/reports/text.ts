import { createHash } from 'node:crypto'
import type { ReportRow } from '#contract/calls/reports.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { openFields, refuseOpenFields } from '#domain/report/checks/open-fields.ts'
import { refuseUndecidedAi, refuseUndecidedAiInAddendum } from '#domain/report/checks/undecided-ai.ts'
import { parseMarkup } from '#domain/report/markup.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { addendumContent, signedContent } from '#domain/report/signed-content.ts'

/** The three parts of a report's text. */
export type ReportText = Pick<ReportRow, 'report_data' | 'conclusion' | 'recommendation'>

const PARTS = ['report_data', 'conclusion', 'recommendation'] as const

export const EMPTY_TEXT: ReportText = { report_data: '', conclusion: '', recommendation: '' }

/** Picks the text out of what holds it. */
export function textOf({ report_data, conclusion, recommendation }: ReportText): ReportText {
  return { report_data, conclusion, recommendation }
}

/** Refuses text that the allow-list of domain/report rejects: the server never rewrites a doctor's text. */
export function demandAllowedMarkup(text: ReportText): void {
  const problems = PARTS.flatMap((part) => {
    const parsed = parseMarkup(text[part])
    return parsed.ok ? [] : [[part, parsed.reason] as const]
  })
  if (problems.length > 0)
    throw new Refusal('markup_refused', undefined, { fields: Object.fromEntries(problems) })
}

/** Refuses to sign a text in which a field of a template stands open, whichever client sends it (docs/decisions/343). */
export function demandFilledFields(text: ReportText): void {
  const refusal = refuseOpenFields(openFields(text))
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** Refuses to sign a text in which sentences of an AI result are undecided (docs/decisions/366). */
export function demandDecidedAi(text: ReportText): void {
  const refusal = refuseUndecidedAi(text)
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** Refuses to sign an addendum in which sentences of an AI result are undecided (docs/decisions/366). */
export function demandNoAi(addendum: string): void {
  const refusal = refuseUndecidedAiInAddendum(addendum)
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** True where a person would see something in one of the parts. */
export function hasContent(text: ReportText): boolean {
  return PARTS.some((part) => !isEmptyMarkup(text[part]))
}

/** SHA-256 (hex) of the exact UTF-8 that a signature stands under. */
export function signedHash(text: ReportText): string {
  return sha256(signedContent(text))
}

/** SHA-256 (hex) of an addendum together with the text that it was written to. */
export function addendumHash(addendum: Parameters<typeof addendumContent>[0]): string {
  return sha256(addendumContent(addendum))
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
