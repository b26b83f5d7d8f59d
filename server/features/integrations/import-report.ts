import type { Insertable } from 'kysely'
import { REPORT_TEXT_MAX, type ReportRow } from '#contract/calls/reports.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { isReadyForSign, isSigned } from '#domain/status/report-status.ts'
import type { ReportXml } from '#server/integrations/report-xml/read-report-xml.ts'
import { writeAudit } from '#server/kernel/audit.ts'
import type { Report } from '#server/kernel/database/schema.ts'
import type { Write } from '#server/kernel/sync/feed/write.ts'
import { zoneOfBranch } from '../branches/public/zone-of-branch.ts'
import { insertReport, reportScopes, selectReportRows, updateReport } from '../reports/public/store.ts'
import { settleStudy } from '../reports/public/study-status.ts'
import { demandAllowedMarkup, hasContent, type ReportText, textOf } from '../reports/public/text.ts'
import { keepVersion } from '../reports/public/version-store.ts'
import type { LockedStudy } from '../studies/public/write-store.ts'
import { importedText } from './imported-text.ts'

/**
 * Stores a report from another system, at most as ReadyForSign, because a doctor of the centre signs. A signed report
 * is never changed, and the earlier text stays in the history. The same report sent again changes nothing. A report
 * that is processed again later (`cameAt`) overwrites no text written since its arrival.
 */
export async function importReport(
  work: Write,
  clientId: string,
  given: ReportXml,
  cameAt?: Date,
): Promise<void> {
  const study = await lockNamedStudy(work, clientId, given)
  const text = importedText(given, await zoneOfBranch(work.tx, clientId, study.branch_id))
  const id = reportIdOf(study.id, Number(given.report_no))
  demandValidText(given, study, text)
  const [stored] = await selectReportRows(work.tx, [id])
  if (stored && isSigned(stored.status)) throw new Refusal('already_signed')
  if (stored && isSameText(stored, text)) return
  if (stored && cameAt && new Date(stored.updated) > cameAt)
    throw new Refusal('refused', 'The report was changed after this message arrived, and stays unchanged.')
  const status = stored && isReadyForSign(stored.status) ? stored.status : 'Draft'
  const state = { ...text, status, report_name: given.report_name, updated: work.now, updated_by: null }
  await writeState(work, { client_id: clientId, id }, stored, {
    ...state,
    study_id: study.id,
    report_no: Number(given.report_no),
  })
  const [report] = await selectReportRows(work.tx, [id])
  if (!report) throw new Error('a report that was just written is not there')
  await keepVersion(work.tx, report, { clientId, userId: null, now: work.now, isAutosave: false })
  const left = stored
    ? reportScopes(stored, study).filter((scope) => !reportScopes(report, study).includes(scope))
    : []
  work.changed({ type: 'report', id, rev: report.rev, scopes: reportScopes(report, study), left })
  await settleStudy(work, study)
  await writeAudit(work.tx, {
    clientId,
    userId: undefined,
    action: 'import',
    type: 'report',
    recordId: id,
    detail: { rev: report.rev },
    at: work.now,
  })
}

// Finds the study by its unique UID; by an accession number only if exactly one study has it.
async function lockNamedStudy({ tx }: Write, clientId: string, given: ReportXml): Promise<LockedStudy> {
  const named = tx
    .selectFrom('study')
    .selectAll()
    .where('client_id', '=', clientId)
    .where('hidden', 'is', null)
  const found = await (given.study_iuid === ''
    ? named.where('accession_no', '=', given.accession_no)
    : named.where('study_iuid', '=', given.study_iuid).where('split_from_id', 'is', null)
  )
    .forUpdate()
    .limit(2)
    .execute()
  const [study, other] = found
  if (!study) throw new Refusal('not_found', 'No study has this number.')
  if (other) throw new Refusal('refused', 'More than one study has this accession number; send study_iuid.')
  return study as LockedStudy
}

function demandValidText({ report_no }: ReportXml, study: LockedStudy, text: ReportText): void {
  if (Number(report_no) > study.no_of_reports) {
    throw new Refusal('invalid', undefined, {
      fields: { report_no: 'is beyond the number of reports of the study' },
    })
  }
  if (!hasContent(text)) throw new Refusal('invalid', undefined, { fields: { description: 'is required' } })
  demandSize(text)
  demandAllowedMarkup(text)
}

// The stored text also includes HTML tags and the addenda. A device could not save a text over the limit.
function demandSize({ report_data, conclusion, recommendation }: ReportText): void {
  const words = `must have at most ${REPORT_TEXT_MAX} characters`
  const fields = {
    ...(report_data.length > REPORT_TEXT_MAX && { description: `${words} with its addenda` }),
    ...(conclusion.length > REPORT_TEXT_MAX && { conclusion: words }),
    ...(recommendation.length > REPORT_TEXT_MAX && { recommendation: words }),
  }
  if (Object.keys(fields).length > 0) throw new Refusal('too_large', undefined, { fields })
}

function isSameText(stored: ReportRow, text: ReportText): boolean {
  return JSON.stringify(textOf(stored)) === JSON.stringify(text)
}

async function writeState(
  { tx, now }: Write,
  key: { client_id: string; id: string },
  stored: ReportRow | undefined,
  state: Omit<Insertable<Report>, 'client_id' | 'id'>,
): Promise<void> {
  if (stored) await updateReport(tx, key, { ...state, rev: stored.rev + 1 })
  else await insertReport(tx, { ...key, ...state, rev: 1, created: now, created_by: null, is_main: true })
}
