import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isSigned } from '#domain/status/report-status.ts'
import type { Context } from '#server/kernel/context.ts'
import { findVisibleStudy } from '../studies/store.ts'
import { selectReportsOfStudy } from './store.ts'

type Paper = OutputOf<typeof reportCalls.paper>['result']
type Margins = Paper['margins']

/** Everything that a report's PDF needs beside its text: the branch's letterhead, margins and the signatures. */
export async function paper(
  input: ParsedInputOf<typeof reportCalls.paper>,
  ctx: Context,
): Promise<OutputOf<typeof reportCalls.paper>> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
  if (!study) throw new Refusal('not_found')
  const letterhead = study.branch_id ? await selectLetterhead(ctx, study.branch_id) : PLAIN_PAPER
  return { result: { study_id: study.id, ...letterhead, signatures: await selectSignatures(ctx, study.id) } }
}

type Letterhead = Omit<Paper, 'study_id' | 'signatures'>

const PLAIN_MARGINS: Margins = { top: 18, right: 18, bottom: 18, left: 18 }

// A study that no branch is known for (DECISIONS "Studies") is printed without letterhead.
const PLAIN_PAPER: Letterhead = {
  branch_name: '',
  margins: PLAIN_MARGINS,
  margins_plain: PLAIN_MARGINS,
  header_file_id: null,
  footer_file_id: null,
  header_height_mm: 0,
  footer_height_mm: 0,
  show_age: 1,
  disclaimer: '',
}

async function selectLetterhead({ tx, caller }: Context, branchId: string): Promise<Letterhead> {
  const branch = await tx
    .selectFrom('branch')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  return {
    branch_name: branch.name,
    margins: branch.margins as unknown as Margins,
    margins_plain: branch.margins_plain as unknown as Margins,
    header_file_id: branch.header_file_id,
    footer_file_id: branch.footer_file_id,
    header_height_mm: Number(branch.header_height_mm),
    footer_height_mm: Number(branch.footer_height_mm),
    show_age: branch.show_age ? 1 : 0,
    disclaimer: branch.disclaimer,
  }
}

type Signature = Paper['signatures'][number]

async function selectSignatures(ctx: Context, studyId: string): Promise<Signature[]> {
  const reports = await selectReportsOfStudy(ctx.tx, studyId)
  const signers = await selectSigners(ctx, studyId)
  return reports
    .filter((report) => isSigned(report.status))
    .flatMap((report) => {
      const marks = [
        { role: 'Signed', at: report.signed_on },
        { role: 'Verified', at: report.verified_on },
      ] as const
      return marks.flatMap(({ role, at }) => {
        const signer = signers.find((one) => one.report_id === report.id && one.role === role)
        return signer && at ? [toSignature(ctx, signer, at)] : []
      })
    })
}

type Signer = Awaited<ReturnType<typeof selectSigners>>[number]

function toSignature(ctx: Context, signer: Signer, at: string): Signature {
  const { report_id, role, name, title, licence_no, signature_file_id } = signer
  const image_url = signature_file_id ? ctx.fileUrl(signature_file_id) : ''
  return { report_id, role, name, title, licence_no, image_url, at }
}

function selectSigners({ tx, caller }: Context, studyId: string) {
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
