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

/** Returns the text of a report or version. */
export function textOf({ report_data, conclusion, recommendation }: ReportText): ReportText {
  return { report_data, conclusion, recommendation }
}

/** Throws for text that the allow-list of domain/report rejects: the server never rewrites a doctor's text. */
export function demandAllowedMarkup(text: ReportText): void {
  const problems = PARTS.flatMap((part) => {
    const parsed = parseMarkup(text[part])
    return parsed.ok ? [] : [[part, parsed.reason] as const]
  })
  if (problems.length > 0)
    throw new Refusal('markup_refused', undefined, { fields: Object.fromEntries(problems) })
}

/** Throws if a text to be signed has an open template field, whichever client sends it (docs/decisions/343). */
export function demandFilledFields(text: ReportText): void {
  const refusal = refuseOpenFields(openFields(text))
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** Throws if a text to be signed has undecided sentences of an AI result (docs/decisions/366). */
export function demandDecidedAi(text: ReportText): void {
  const refusal = refuseUndecidedAi(text)
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** Throws if an addendum to be signed has undecided sentences of an AI result (docs/decisions/366). */
export function demandNoAi(addendum: string): void {
  const refusal = refuseUndecidedAiInAddendum(addendum)
  if (refusal !== undefined) throw new Refusal('refused', refusal)
}

/** Returns true if one of the parts has visible content. */
export function hasContent(text: ReportText): boolean {
  return PARTS.some((part) => !isEmptyMarkup(text[part]))
}

/** Returns the SHA-256 (hex) of the exact UTF-8 text that a signature covers. */
export function signedHash(text: ReportText): string {
  return sha256(signedContent(text))
}

/** Returns the SHA-256 (hex) of an addendum together with the text that it was written for. */
export function addendumHash(addendum: Parameters<typeof addendumContent>[0]): string {
  return sha256(addendumContent(addendum))
}

const sha256 = (text: string) => createHash('sha256').update(text, 'utf8').digest('hex')
