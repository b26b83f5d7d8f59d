import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { ReportEditType } from '#domain/report/edit-type.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { verdictOnSave } from '#domain/report/revision.ts'
import {
  isAutosave,
  isSigned,
  isUnwritten,
  type ReportStatus,
  statusAfterSave,
} from '#domain/status/report-status.ts'
import { nameStudy } from '#server/features/studies/public/store.ts'
import { type LockedStudy, lockStudy } from '#server/features/studies/public/write-store.ts'
import { type CheckedTouch, checkTouch } from '#server/features/touch/check-touch.ts'
import { keepTouch } from '#server/features/touch/store.ts'
import type { Context } from '#server/kernel/context.ts'
import { selectEditType } from '../edit-type.ts'
import { demandNoFoetalSex } from '../foetal-sex.ts'
import { insertSignWarning } from '../sign-warning.ts'
import { canSignReport, canWriteReport } from './rights.ts'
import {
  insertReport,
  type ReportNames,
  reportScopes,
  selectReportsOfStudy,
  toReportRow,
  updateReport,
} from './store.ts'
import { settleStudy } from './study-status.ts'
import {
  demandAllowedMarkup,
  demandDecidedAi,
  demandFilledFields,
  EMPTY_TEXT,
  hasContent,
  signedHash,
  textOf,
} from './text.ts'
import { keepVersion } from './version-store.ts'

type SaveInput = ParsedInputOf<typeof reportCalls.saveReport>
type Saved = OutputOf<typeof reportCalls.saveReport>
type ReportRow = Saved['result']['report']

/**
 * Handles saveReport (docs/wire.md#paths-and-bases): checks rights, then revision, then rules; never overwrites
 * stored text that was not seen.
 */
export async function saveReport(input: SaveInput, ctx: Context): Promise<Saved> {
  const study = await lockStudy(ctx, input.study_id)
  if (!canWriteReport(ctx.caller, study)) throw new Refusal('not_permitted')
  demandOwnId(input, study)
  demandAllowedMarkup(input)
  // Selects by study, not by id: the index finds its few rows regardless of the planner's statistics, and the study's
  // status is derived from the same rows.
  const reports = await selectReportsOfStudy(ctx.tx, study.id)
  const stored = reports.find(({ id }) => id === input.id)
  const editType = stored && isSigned(stored.status) ? await selectEditType(ctx) : undefined
  const verdict = demandVerdict(input, stored, ctx.baseRev, editType)
  const next = demandNextStatus(input, stored)
  const isSameName = stored?.report_name === input.report_name
  if (stored && isSameName && verdict === 'unchanged' && stored.status === next)
    return answerUnchanged(ctx, stored, study)
  if (isSigned(next)) await demandSignature(ctx, study, input)
  const touch = isSigned(next) ? await checkOwnTouch(ctx, input) : undefined
  const report = await writeReport(ctx, input, stored, next)
  if (touch) await keepTouch(ctx, touch)
  await keepVersion(ctx.tx, report, { ...keeperOf(ctx), isAutosave: isAutosave(input.status) })
  await auditSave(ctx, input, stored, report, touch)
  const others = reports.filter(({ id }) => id !== input.id)
  return answer(ctx, report, await settle(ctx, study, { stored, report, others }))
}

function demandOwnId(input: SaveInput, study: LockedStudy): void {
  if (input.id !== reportIdOf(input.study_id, input.report_no)) {
    throw new Refusal('invalid', undefined, { fields: { id: 'must be the id of this report of the study' } })
  }
  if (input.report_no > study.no_of_reports) {
    throw new Refusal('invalid', undefined, {
      fields: { report_no: 'is beyond the number of reports of the study' },
    })
  }
}

/**
 * Throws if the save would overwrite a text that was not seen, or a signed one. The refusal contains the stored text;
 * the refused one stays parked on its device until a person has merged it (docs/decisions/021).
 */
function demandVerdict(
  input: SaveInput,
  stored: ReportRow | undefined,
  baseRev: number | undefined,
  editType: ReportEditType | undefined,
) {
  // A base without a stored report means that the database was restored from a backup; the device's text creates the
  // report again.
  const verdict = verdictOnSave({ ...input, baseRev: stored ? baseRev : undefined }, stored, editType)
  if (verdict === 'conflict') throw new Refusal('conflict', undefined, { current: stored })
  if (verdict === 'signed') throw new Refusal('already_signed', undefined, { current: stored })
  return verdict
}

function demandNextStatus(input: SaveInput, stored: ReportRow | undefined): ReportStatus {
  // The verdict allowed it: a save of a signed report is a revision of it.
  const next = statusAfterSave(stored?.status ?? 'Pending', input.status, hasContent(input), true)
  if (next === undefined) throw new Refusal('already_signed')
  return next
}

/** Records the save in the audit trail; a warning that was signed over also gets its own record. */
async function auditSave(
  ctx: Context,
  input: SaveInput,
  before: ReportRow | undefined,
  report: ReportRow,
  touch: CheckedTouch | undefined,
): Promise<void> {
  const { rev, status } = report
  if (!isSigned(status)) return ctx.audit('save', 'report', report.id, { status, rev })
  const rules = [...new Set(input.signed_over)]
  if (rules.length > 0) await insertSignWarning(ctx, report, rules)
  const action = before && isSigned(before.status) ? 'revise' : 'sign'
  const by = touch && { passkey: touch.passkey.id }
  await ctx.audit(action, 'report', report.id, {
    status,
    rev,
    hash: report.signed_hash,
    signed_over: rules,
    ...by,
  })
}

async function demandSignature(ctx: Context, study: LockedStudy, input: SaveInput): Promise<void> {
  if (!canSignReport(ctx.caller, study)) throw new Refusal('not_permitted')
  if (!hasContent(input)) throw new Refusal('refused', 'There is no text to sign.')
  demandFilledFields(input)
  demandDecidedAi(input)
  await demandNoFoetalSex(ctx.tx, study, textOf(input))
}

function checkOwnTouch(ctx: Context, input: SaveInput) {
  const text = { report_id: input.id, hash: signedHash(textOf(input)) }
  return checkTouch(ctx, 'sign', input.touch, { texts: [text] })
}

async function writeReport(
  ctx: Context,
  input: SaveInput,
  stored: ReportRow | undefined,
  next: ReportStatus,
): Promise<ReportRow> {
  const { caller, now, tx } = ctx
  const text = isUnwritten(next) ? EMPTY_TEXT : textOf(input)
  const signature = isSigned(next)
    ? {
        signed_on: now,
        signed_by_doctor_id: caller.userId,
        signed_hash: signedHash(text),
        verified_on: null,
        verified_by_id: null,
      }
    : {}
  const written = { updated: now, updated_by: caller.userId }
  const state = { ...text, ...signature, ...written, status: next, report_name: input.report_name }
  const key = { client_id: caller.clientId, id: input.id }
  const is_main = input.is_main === 1
  if (stored) {
    const row = await updateReport(tx, key, { ...state, is_main, rev: stored.rev + 1 })
    return toReportRow({ ...row, ...namesAfter(caller, next, stored) })
  }
  const place = { study_id: input.study_id, report_no: input.report_no, is_main }
  const made = { rev: 1, created: now, created_by: caller.userId }
  const row = await insertReport(tx, { ...key, ...place, ...state, ...made })
  return toReportRow({ ...row, ...namesAfter(caller, next, undefined) })
}

// The session identifies the person who saves; roles that the save does not touch keep their names.
function namesAfter(
  { name }: Context['caller'],
  next: ReportStatus,
  stored: ReportRow | undefined,
): ReportNames {
  if (isSigned(next)) return { updated_by_name: name, signed_by_doctor: name, verified_by_user: null }
  const { signed_by_doctor = null, verified_by_user = null } = stored ?? {}
  return { updated_by_name: name, signed_by_doctor, verified_by_user }
}

const keeperOf = ({ caller, now }: Context) => ({ clientId: caller.clientId, userId: caller.userId, now })

/** The result of a save, with the other reports of its study. */
interface SavedReport {
  stored: ReportRow | undefined
  report: ReportRow
  others: readonly ReportRow[]
}

// The report is announced before the study, so that its revision is the command's result and the next save can be
// based on it.
async function settle(ctx: Context, study: LockedStudy, { stored: before, report, others }: SavedReport) {
  const signer = isSigned(report.status) ? { signed_by_doctor_id: ctx.caller.userId } : {}
  const place = { ...study, ...signer }
  const scopes = reportScopes(report, place)
  const left = before ? reportScopes(before, study).filter((scope) => !scopes.includes(scope)) : []
  ctx.changed({ type: 'report', id: report.id, rev: report.rev, scopes, left })
  return settleStudy(ctx, study, signer, [...others, report])
}

// Announced although nothing changed, because the command needs the revision on which the next one is based.
function answerUnchanged(ctx: Context, report: ReportRow, study: LockedStudy): Promise<Saved> {
  ctx.changed({ type: 'report', id: report.id, rev: report.rev, scopes: reportScopes(report, study) })
  return answer(ctx, report, study)
}

async function answer(ctx: Context, report: ReportRow, study: LockedStudy): Promise<Saved> {
  return { message: 'Saved successfully', result: { report, study: await nameStudy(ctx.tx, study, ctx.now) } }
}
