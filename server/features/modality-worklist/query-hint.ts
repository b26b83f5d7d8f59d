import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import { nameKeyOf } from './name-condition.ts'

/** What of a query narrows the rows in the database; everything else is matched on the items. */
export interface WorklistHint {
  station: string | undefined
  accession: string | undefined
  patId: string | undefined
  /** A patient's name, with the marks of a pattern. */
  name: string | undefined
  modality: string | undefined
  /** First and last day (YYYYMMDD) on the wall of the branch. */
  days: { from?: string; to?: string } | undefined
}

/** What of a query the database can narrow by: plain single values, days, and a name. */
export function hintOf(query: DicomSet): WorklistHint {
  const steps = query.ScheduledProcedureStepSequence
  const step = (Array.isArray(steps) ? steps[0] : steps) as DicomSet | undefined
  return {
    station: plainValue(step?.ScheduledStationAETitle),
    accession: plainValue(query.AccessionNumber),
    patId: plainValue(query.PatientID),
    name: nameKeyOf(query.PatientName),
    modality: plainValue(step?.Modality),
    days: daysOf(plainValue(step?.ScheduledProcedureStepStartDate)),
  }
}

/** The days of `YYYYMMDD`, `a-b`, `a-` and `-b`; undefined for anything else. */
function daysOf(text: string | undefined): WorklistHint['days'] {
  const [, single, from, to] = /^(?:(\d{8})|(\d{8})?-(\d{8})?)$/.exec(text ?? '') ?? []
  if (single !== undefined) return { from: single, to: single }
  if (from === undefined && to === undefined) return undefined
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}

function plainValue(value: unknown): string | undefined {
  const text = typeof value === 'string' ? value.trim() : ''
  return text === '' || /[*?\\]/.test(text) ? undefined : text
}
