import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'
import { nameKeyOf } from './name-condition.ts'

/** The parts of a query that the database filters by; everything else is matched on the items. */
export interface WorklistHint {
  station: string | undefined
  accession: string | undefined
  patId: string | undefined
  /** A patient's name, possibly with wildcards. */
  name: string | undefined
  modality: string | undefined
  /** First and last day (YYYYMMDD) in the branch's zone. */
  days: { from?: string; to?: string } | undefined
}

/** Returns the parts of a query that the database can filter by: plain single values, days, and a name. */
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

/** Parses the days of `YYYYMMDD`, `a-b`, `a-` and `-b`; returns undefined for anything else. */
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
