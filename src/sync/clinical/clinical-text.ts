import type { PrescriptionLine } from '#contract/calls/visit-records.ts'
import { hasSameLines, writtenLines } from '#domain/clinical/prescription-lines.ts'
import type { ClinicalRecord } from '#domain/clinical/record-id.ts'
import type { OpenDraft } from '#src/db/tables.ts'
import type { Autosave } from '../drafts/draft-rows.ts'

/** A clinic doctor's text at a visit while it is being written on this device. */
export interface ClinicalText {
  /** Derived from visit, doctor and kind (domain/clinical/record-id.ts). */
  id: string
  appt_id: string
  kind: ClinicalRecord
  /** HTML of a note; the lines of a prescription as JSON (linesText). */
  content: string
  /** The server revision that it is based on; undefined if the server had none. */
  base_rev: number | undefined
  /** When it was last edited, by the device's clock. */
  updated: number
}

/** Converts lines of a prescription to the stored text, and back. */
export const linesText = (lines: readonly PrescriptionLine[]): string => JSON.stringify(lines)
export const linesOf = (content: string): PrescriptionLine[] =>
  content === '' ? [] : (JSON.parse(content) as PrescriptionLine[])

/** True if both contents are equivalent; a line without a medicine does not count. */
export function saysTheSame(kind: ClinicalRecord, a: string, b: string): boolean {
  if (kind !== 'PRESCRIPTION') return a === b
  return hasSameLines(writtenLines(linesOf(a)), writtenLines(linesOf(b)))
}

/** The feed's type of the record. */
export const typeOf = (kind: ClinicalRecord) => (kind === 'PRESCRIPTION' ? 'prescription' : 'treatment')
/** The record's name in commands. */
export const recordOf = ({ id, kind }: Pick<ClinicalText, 'id' | 'kind'>): string => `${typeOf(kind)}:${id}`

/** The text as a draft row, in the same table as reports; `writer` names the page that types. */
export function clinicalRow(text: ClinicalText, writer: string): OpenDraft {
  const { id, appt_id, kind, content, base_rev, updated } = text
  return {
    id,
    rev: 0,
    study: appt_id,
    updated,
    command: undefined,
    baseRev: base_rev,
    isSaved: false,
    writer,
    body: { report_no: 0, report_name: kind, report_data: content, conclusion: '', recommendation: '' },
  }
}

export function clinicalTextOf({ id, study, baseRev, updated, body }: OpenDraft): ClinicalText {
  return {
    id,
    appt_id: study,
    kind: body.report_name as ClinicalRecord,
    content: body.report_data,
    base_rev: baseRev,
    updated,
  }
}

const LABELS: Record<ClinicalRecord, string> = {
  MED_HISTORY: 'Save medical history',
  INVESTIGATION: 'Save investigation',
  TREAT_PLAN: 'Save treatment plan',
  PRESCRIPTION: 'Save prescription',
}

/** The label for saving a part of a visit. */
export const clinicalLabel = (kind: ClinicalRecord): string => LABELS[kind]

/** True for the row of a clinic doctor's text; reports are numbered from 1. */
export const isClinicalRow = ({ body }: Pick<OpenDraft, 'body'>): boolean => body.report_no === 0

/** The save that carries the text of a row. Its label names no patient: the item opens its visit. */
export const clinicalSave: Autosave = (row) => {
  const { id, appt_id, kind, content } = clinicalTextOf(row)
  const label = LABELS[kind]
  if (kind === 'PRESCRIPTION') {
    const input = { id, appt_id, prescriptions: writtenLines(linesOf(content)) }
    return { key: 'appt/savePrescription', input, label }
  }
  return { key: 'appt/saveTreatmentDtl', input: { id, appt_id, type: kind, content }, label }
}
