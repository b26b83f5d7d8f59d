import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput } from '#contract/registry.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import {
  isAutosave,
  isSigned,
  isUnwritten,
  REPORT_STATUSES,
  type ReportStatus,
  statusAfterSave,
  studyStatusOf,
} from '#domain/status/report-status.ts'
import { type Author, byPerson, type EffectsOf, type LocalRecords, type Patch, studyOf } from './effect.ts'

/** The optimistic effects of writing, signing and assigning a report. */
export const reportEffects: EffectsOf<'saveReport' | 'verifyReport' | 'assignDoctor'> = {
  saveReport: {
    record: (input) => ({ type: 'report', id: input.id }),
    isAuto: (input) => isAutosave(input.status),
    patches: saveEffect,
  },
  verifyReport: { record: studyOf, isAuto: byPerson, patches: verifyEffect },
  assignDoctor: { record: studyOf, isAuto: byPerson, patches: assignEffect },
}

async function saveEffect(
  input: QueueInput<'saveReport'>,
  local: LocalRecords,
  author: Author,
): Promise<Patch[]> {
  const [study, reports] = await Promise.all([
    local.findStudy(input.study_id),
    local.findReports(input.study_id),
  ])
  const before = reports.find((report) => report.id === input.id)
  const status = nextStatus(input, before?.status ?? 'Pending')
  const report = {
    ...(before ?? blankReport(input, author)),
    ...textOf(input, status),
    ...stampOf(status, author),
  }
  const others = reports.filter((other) => other.id !== input.id).map((other) => other.status)
  const patches: Patch[] = [{ type: 'report', id: input.id, change: report }]
  if (study) patches.push(studyPatch(study, [status, ...others], author))
  return patches
}

function nextStatus(input: QueueInput<'saveReport'>, current: ReportStatus): ReportStatus {
  const hasText = ![input.report_data, input.conclusion, input.recommendation].every(isEmptyMarkup)
  // Where the rules refuse it the server will say so; until then the report stays what it is.
  return statusAfterSave(current, input.status, hasText) ?? current
}

function textOf(input: QueueInput<'saveReport'>, status: ReportStatus): Partial<ReportRow> {
  const { report_name, report_data, conclusion, recommendation } = input
  if (isUnwritten(status)) return { status, report_name, report_data: '', conclusion: '', recommendation: '' }
  return { status, report_name, report_data, conclusion, recommendation }
}

function stampOf(status: ReportStatus, author: Author): Partial<ReportRow> {
  const written = { updated: author.at, updated_by: author.userId, updated_by_name: author.name }
  if (!isSigned(status)) return written
  return {
    ...written,
    signed_on: author.at,
    signed_by_doctor: author.name,
    signed_by_doctor_id: author.userId,
  }
}

function studyPatch(study: StudyRow, begun: ReportStatus[], author: Author): Patch {
  const missing = Math.max(0, study.no_of_reports - begun.length)
  const status = studyStatusOf([...begun, ...Array<ReportStatus>(missing).fill(REPORT_STATUSES[0])])
  const signature = isSigned(status)
    ? { signed_on: author.at, signed_by_doctor: author.name, signed_by_doctor_id: author.userId }
    : {}
  return { type: 'study', id: study.id, change: { status, ...signature } }
}

async function verifyEffect(
  input: QueueInput<'verifyReport'>,
  local: LocalRecords,
  author: Author,
): Promise<Patch[]> {
  const change = { status: 'Verified', verified_on: author.at, verified_by_user: author.name } as const
  const reports = await local.findReports(input.study_id)
  const signed = reports.filter((report) => isSigned(report.status))
  return [
    { type: 'study', id: input.study_id, change },
    ...signed.map((report): Patch => ({ type: 'report', id: report.id, change })),
  ]
}

async function assignEffect(
  input: QueueInput<'assignDoctor'>,
  local: LocalRecords,
  author: Author,
): Promise<Patch[]> {
  const nameOf = async (id: string | null) => {
    if (id === null) return ''
    return id === author.userId ? author.name : ((await local.findDoctor(id))?.name ?? '')
  }
  const { assigned_doctor_id, signed_by_doctor_id } = input
  const change: Partial<StudyRow> = {
    assigned_doctor_id,
    assigned_doctor: await nameOf(assigned_doctor_id),
    assigned_on: assigned_doctor_id === null ? null : author.at,
    signed_by_doctor_id,
    signed_by_doctor: await nameOf(signed_by_doctor_id),
  }
  return [{ type: 'study', id: input.study_id, change }]
}

function blankReport(input: QueueInput<'saveReport'>, author: Author): ReportRow {
  return {
    id: input.id,
    report_id: input.id,
    study_id: input.study_id,
    rev: 0,
    report_no: input.report_no,
    report_name: input.report_name,
    report_data: '',
    conclusion: '',
    recommendation: '',
    status: 'Pending',
    is_main: input.is_main ?? 1,
    created: author.at,
    updated: author.at,
    updated_by: author.userId,
    updated_by_name: author.name,
    signed_on: null,
    signed_by_doctor: '',
    signed_by_doctor_id: null,
    verified_on: null,
    verified_by_user: '',
    signed_hash: '',
  }
}
