import type { PriorReport, PriorRow } from '#contract/calls/priors.ts'
import { cutText, fitTexts, jsonBytes } from '#domain/prior/fit-texts.ts'
import { PRIOR_TEXT_MAX, PRIORS_BYTES } from '#domain/prior/limits.ts'
import { markupText } from '#domain/report/markup-text.ts'

/** A previous study without its texts. */
export type BarePrior = Omit<PriorRow, 'conclusion' | 'reports'>

/** Bytes reserved for the punctuation between the separately measured pieces. */
const SPARE_BYTES = 200

/** Returns the beginning of the filed conclusions, for lists. */
export function conclusionOf(reports: readonly PriorReport[]): string {
  const words = reports.map(({ conclusion }) => markupText(conclusion).replaceAll(/\s+/g, ' ').trim())
  return cutText(words.filter((one) => one !== '').join(' '), PRIOR_TEXT_MAX.conclusion)
}

/**
 * Returns the previous studies with the texts of their filed reports, as long as the total stays within PRIORS_BYTES;
 * `order` decides whose texts come first. The others come without texts.
 */
export function tellPriors(
  bare: readonly BarePrior[],
  texts: ReadonlyMap<string, readonly PriorReport[]>,
  order: readonly string[],
): PriorRow[] {
  const rows = bare.map((prior): PriorRow => {
    const reports = texts.get(prior.study_id) ?? []
    const short = {
      study_desc: cutText(prior.study_desc, PRIOR_TEXT_MAX.study_desc),
      branch: cutText(prior.branch, PRIOR_TEXT_MAX.branch),
    }
    return { ...prior, ...short, conclusion: conclusionOf(reports) }
  })
  const sized = order.map((study_id) => {
    const reports = [...(texts.get(study_id) ?? [])]
    return { study_id, reports, bytes: jsonBytes({ reports }) }
  })
  const fitting = fitTexts(sized, PRIORS_BYTES - SPARE_BYTES - jsonBytes(rows))
  const told = new Map([...fitting].map(({ study_id, reports }) => [study_id, reports]))
  return rows.map((row) => {
    const reports = told.get(row.study_id)
    return reports ? { ...row, reports } : row
  })
}
