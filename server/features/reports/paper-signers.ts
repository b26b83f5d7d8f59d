import type { Paper } from '#contract/calls/paper.ts'
import type { ReportRow } from '#contract/calls/reports.ts'
import { isSigned } from '#domain/status/report-status.ts'
import type { Caller, Context } from '#server/kernel/context.ts'
import { fingerprintOf } from '../touch/proofs.ts'
import { selectReportsOfStudy } from './public/store.ts'

type Signature = Paper['signatures'][number]
type Addendum = Paper['addenda'][number]

/** The context for reading a paper, from a person's call or from the server itself. */
export type PaperReading = Pick<Context, 'tx' | 'fileUrl'> & { caller: Pick<Caller, 'clientId'> }

/** Selects who signed and who verified each signed report of a study, with links to their signatures. */
export async function selectSignatures(ctx: PaperReading, studyId: string): Promise<Signature[]> {
  const reports = await selectReportsOfStudy(ctx.tx, studyId)
  const signers = await selectSigners(ctx, studyId)
  const touches = await selectTouches(ctx, studyId)
  return reports
    .filter((report) => isSigned(report.status))
    .flatMap((report) => {
      const marks = [
        { role: 'Signed', at: report.signed_on },
        { role: 'Verified', at: report.verified_on },
      ] as const
      return marks.flatMap(({ role, at }) => {
        const signer = signers.find((one) => one.report_id === report.id && one.role === role)
        if (!signer || !at) return []
        const touch = touches.find((one) => isOf(one, report, role, at))
        const by = touch && { touch: fingerprintOf(touch.public_key) }
        return [{ report_id: report.id, role, ...signerOf(ctx, signer, at), ...by }]
      })
    })
}

interface ShownTouch {
  report_id: string
  signed_hash: string
  act: string
  received: Date
  public_key: Buffer
}

const ACT_OF = { Signed: 'sign', Verified: 'verify' } as const

// A touch is filed at the same moment as its signature.
const isOf = (touch: ShownTouch, report: ReportRow, role: Signature['role'], at: string) =>
  touch.report_id === report.id &&
  touch.signed_hash === report.signed_hash &&
  touch.act === ACT_OF[role] &&
  touch.received.toISOString() === at

function selectTouches({ tx, caller }: PaperReading, studyId: string): Promise<ShownTouch[]> {
  return tx
    .selectFrom('touch_signed_report as s')
    .innerJoin('report as r', (on) =>
      on.onRef('r.client_id', '=', 's.client_id').onRef('r.id', '=', 's.report_id'),
    )
    .innerJoin('touch_signature as t', (on) =>
      on.onRef('t.client_id', '=', 's.client_id').onRef('t.id', '=', 's.touch_id'),
    )
    .innerJoin('passkey as k', (on) =>
      on.onRef('k.client_id', '=', 't.client_id').onRef('k.id', '=', 't.passkey_id'),
    )
    .select(['s.report_id', 's.signed_hash', 't.act', 't.received', 'k.public_key'])
    .where('s.client_id', '=', caller.clientId)
    .where('r.study_id', '=', studyId)
    .execute()
}

/** Selects the addenda of a study in the order of their signatures, with links to them. */
export async function selectAddenda(ctx: PaperReading, studyId: string): Promise<Addendum[]> {
  const rows = await ctx.tx
    .selectFrom('report_addendum as a')
    .innerJoin('app_user as u', (on) =>
      on.onRef('u.client_id', '=', 'a.client_id').onRef('u.id', '=', 'a.signed_by_id'),
    )
    .select(['a.id', 'a.report_id', 'a.content', 'a.signed_on'])
    .select(['u.name', 'u.title', 'u.licence_no', 'u.signature_file_id'])
    .where('a.client_id', '=', ctx.caller.clientId)
    .where('a.study_id', '=', studyId)
    .orderBy('a.signed_on')
    .orderBy('a.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    report_id: row.report_id,
    content: row.content,
    ...signerOf(ctx, row, row.signed_on.toISOString()),
  }))
}

interface Signer {
  name: string
  title: string
  licence_no: string
  signature_file_id: string | null
}

function signerOf(ctx: PaperReading, { name, title, licence_no, signature_file_id }: Signer, at: string) {
  const image_url = signature_file_id ? ctx.fileUrl(signature_file_id) : ''
  return { name, title, licence_no, image_url, at }
}

function selectSigners({ tx, caller }: PaperReading, studyId: string) {
  const ofRole = (role: 'Signed' | 'Verified', column: 'r.signed_by_doctor_id' | 'r.verified_by_id') =>
    tx
      .selectFrom('report as r')
      .innerJoin('app_user as u', (on) =>
        on.onRef('u.client_id', '=', 'r.client_id').onRef('u.id', '=', column),
      )
      .select((eb) => [eb.val(role).as('role'), 'r.id as report_id'])
      .select(['u.name', 'u.title', 'u.licence_no', 'u.signature_file_id'])
      .where('r.client_id', '=', caller.clientId)
      .where('r.study_id', '=', studyId)
  return ofRole('Signed', 'r.signed_by_doctor_id').unionAll(ofRole('Verified', 'r.verified_by_id')).execute()
}
