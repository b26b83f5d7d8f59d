import type { ReportRow } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput } from '#contract/registry.ts'
import { countFiled } from '#domain/report/filed.ts'
import { isEmptyMarkup } from '#domain/report/markup-text.ts'
import { statusesOfStudy } from '#domain/report/number-of-reports.ts'
import {
  isAutosave,
  isSigned,
  isUnwritten,
  isVerified,
  type ReportStatus,
  statusAfterSave,
  studyStatusOf,
} from '#domain/status/report-status.ts'
import { type Author, byPerson, type EffectsOf, type LocalRecords, type Patch, studyOf } from './effect.ts'

type ReportKey = 'saveReport' | 'verifyReport' | 'studies/saveAddendum' | 'updateNoOfReports' | 'assignDoctor'

/** The optimistic effects of writing, signing, appending to and assigning a report. */
export const reportEffects: EffectsOf<ReportKey> = {
  saveReport: {
    record: (input) => ({ type: 'report', id: input.id }),
    isAuto: (input) => isAutosave(input.status),
    patches: saveEffect,
  },
  verifyReport: { record: studyOf, isAuto: byPerson, patches: verifyEffect },
  'studies/saveAddendum': {
    record: (input) => ({ type: 'addendum', id: input.id }),
    isAuto: byPerson,
    patches: addendumEffect,
  },
  updateNoOfReports: { record: studyOf, isAuto: byPerson, patches: numberEffect },
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
  const patches: Patch[] = [{ type: 'report', id: input.id, change: report }]
  const others = reports.filter((other) => other.id !== input.id)
  if (study) patches.push(signedStudyPatch(study, [report, ...others], author))
  return patches
}

function nextStatus(input: QueueInput<'saveReport'>, current: ReportStatus): ReportStatus {
  const hasText = ![input.report_data, input.conclusion, input.recommendation].every(isEmptyMarkup)
  // If the rules refuse it, the server will report that; until then the report keeps its status.
  return statusAfterSave(current, input.status, hasText, true) ?? current
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
    // Only the server's answer to a signature brings its hash.
    signed_hash: '',
    ...UNVERIFIED,
  }
}

const UNVERIFIED = { verified_on: null, verified_by_user: '' } as const

type NumberedReport = Pick<
  ReportRow,
  'report_no' | 'status' | 'signed_on' | 'verified_on' | 'verified_by_user'
>

/** The study as implied by its reports after one of them was written: like settleStudy on the server. */
function studyPatch(
  study: StudyRow,
  reports: readonly NumberedReport[],
  also: Partial<StudyRow> = {},
): Patch {
  const status = studyStatusOf(statusesOfStudy(reports, also.no_of_reports ?? study.no_of_reports))
  const signed_on = isSigned(status) ? (latestSignature(reports) ?? study.signed_on) : null
  const filed = countFiled(reports)
  const verification = isVerified(status) ? lastVerification(reports, study) : UNVERIFIED
  const change = { ...also, status, signed_on, ...filed, ...verification }
  return { type: 'study', id: study.id, change }
}

function latestSignature(reports: readonly NumberedReport[]): string | null {
  const times = reports.map((report) => report.signed_on).filter((time) => time !== null)
  return times.toSorted((a, b) => Date.parse(b) - Date.parse(a))[0] ?? null
}

/** The last verifier and time, because the study has none of its own. */
function lastVerification(
  reports: readonly NumberedReport[],
  { verified_on, verified_by_user }: Pick<StudyRow, 'verified_on' | 'verified_by_user'>,
) {
  const [last = { verified_on, verified_by_user }] = reports
    .filter((report) => report.verified_on !== null)
    .toSorted((a, b) => Date.parse(b.verified_on ?? '') - Date.parse(a.verified_on ?? ''))
  return { verified_on: last.verified_on, verified_by_user: last.verified_by_user }
}

function signedStudyPatch(study: StudyRow, reports: readonly NumberedReport[], author: Author): Patch {
  if (!isSigned(studyStatusOf(statusesOfStudy(reports, study.no_of_reports))))
    return studyPatch(study, reports)
  const { name: signed_by_doctor, userId: signed_by_doctor_id } = author
  return studyPatch(study, reports, { signed_by_doctor, signed_by_doctor_id })
}

async function addendumEffect(
  input: QueueInput<'studies/saveAddendum'>,
  local: LocalRecords,
  author: Author,
): Promise<Patch[]> {
  const { id, study_id, report_id, content, seen_hash } = input
  const [study, reports] = await Promise.all([local.findStudy(study_id), local.findReports(study_id)])
  const signature = {
    signed_hash: '',
    signed_by: author.name,
    signed_by_id: author.userId,
    signed_on: author.at,
  }
  const addendum = { id, rev: 0, study_id, report_id, content, seen_hash, ...signature }
  const patches: Patch[] = [{ type: 'addendum', id, change: addendum }]
  const back = { status: 'Signed', ...UNVERIFIED } as const
  const after = reports.map((one) => (one.id === report_id ? { ...one, ...back } : one))
  patches.push({ type: 'report', id: report_id, change: back })
  if (study) patches.push(studyPatch(study, after))
  return patches
}

async function numberEffect(input: QueueInput<'updateNoOfReports'>, local: LocalRecords): Promise<Patch[]> {
  const { study_id, no_of_reports } = input
  const [study, reports] = await Promise.all([local.findStudy(study_id), local.findReports(study_id)])
  if (!study) return [{ type: 'study', id: study_id, change: { no_of_reports } }]
  return [studyPatch(study, reports, { no_of_reports })]
}

async function verifyEffect(
  input: QueueInput<'verifyReport'>,
  local: LocalRecords,
  author: Author,
): Promise<Patch[]> {
  const change = { status: 'Verified', verified_on: author.at, verified_by_user: author.name } as const
  const reports = await local.findReports(input.study_id)
  const signed = reports.filter((report) => isSigned(report.status))
  const filed = { signed_reports: signed.length, verified_reports: signed.length }
  return [
    { type: 'study', id: input.study_id, change: { ...change, ...(signed.length > 0 && filed) } },
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
