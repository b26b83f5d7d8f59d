import { sentencesOf } from '#domain/report/checks/sentences.ts'
import type { Sentence } from '#domain/report/checks/sign-warning.ts'
import { findUnprintableIn } from '#src/workers/letters-client.ts'
import { REPORT_PARTS, type ReportPart } from '../../templates/insert-template.ts'

/** Letters of one part that no font of the paper has, and the sentences that contain them. */
export interface Unprintable {
  letters: readonly string[]
  sentences: readonly Sentence[]
}

export const ALL_PRINTABLE: Unprintable = { letters: [], sentences: [] }

/** Finds letters without a font in each part, as the check at the signature does. */
export async function unprintableParts(
  text: Readonly<Record<ReportPart, string>>,
): Promise<Record<ReportPart, Unprintable>> {
  const found = await Promise.all(REPORT_PARTS.map(async (part) => [part, await inPart(part, text[part])]))
  return Object.fromEntries(found) as Record<ReportPart, Unprintable>
}

async function inPart(part: ReportPart, html: string): Promise<Unprintable> {
  const letters = (await findUnprintableIn({ text: html })).flatMap((field) => field.letters)
  if (letters.length === 0) return ALL_PRINTABLE
  const holds = ({ text }: Sentence) => letters.some((letter) => text.includes(letter))
  return { letters, sentences: sentencesOf(part, html).filter(holds) }
}
