import type { Touch } from '#contract/calls/reports.ts'
import type { QueueInput } from '#contract/registry.ts'
import type { SaveStatus } from '#domain/status/report-status.ts'
import type { OpenDraft } from '#src/db/tables.ts'

/** The text of a report as it is being written on this device. */
export interface Draft {
  report_id: string
  study_id: string
  report_no: number
  report_name: string
  report_data: string
  conclusion: string
  recommendation: string
  /** The server revision that the text is based on; undefined if the server had no such report. */
  base_rev: number | undefined
  /** When it was last edited, by the device's clock. */
  updated: number
  /** True while a template turns autosave off: only a person saves the text, also after a reload. */
  is_autosave_off?: boolean
}

/** A draft as stored; `writer` names the page that types. */
export function draftRow(draft: Draft, writer: string): OpenDraft {
  const { report_id, study_id, base_rev, updated, ...body } = draft
  return {
    id: report_id,
    rev: 0,
    study: study_id,
    updated,
    command: undefined,
    baseRev: base_rev,
    isSaved: false,
    writer,
    body: {
      report_no: body.report_no,
      report_name: body.report_name,
      report_data: body.report_data,
      conclusion: body.conclusion,
      recommendation: body.recommendation,
      is_autosave_off: body.is_autosave_off,
    },
  }
}

export function draftOf({ id, study, baseRev, updated, body }: OpenDraft): Draft {
  return { report_id: id, study_id: study, base_rev: baseRev, updated, ...body }
}

/** The save that carries this text; a signature lists the warnings that were signed over, and may include a touch. */
export function saveInput(
  draft: Draft,
  status: SaveStatus,
  signedOver: readonly string[] = [],
  touch?: Touch,
): QueueInput<'saveReport'> {
  const { report_id: id, study_id, report_no, report_name, report_data, conclusion, recommendation } = draft
  const text = { report_name, report_data, conclusion, recommendation }
  const warnings = signedOver.length > 0 && { signed_over: [...signedOver] }
  return {
    id,
    study_id,
    report_no,
    is_main: report_no === 1 ? 1 : 0,
    ...text,
    status,
    ...warnings,
    ...(touch && { touch }),
  }
}
