import type { reportCalls } from '#contract/calls/reports.ts'
import type { OutputOf, ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { findVisibleStudy } from '#server/features/studies/public/store.ts'
import { readCompany } from '#server/features/visits/public/reading/company.ts'
import type { Context } from '#server/kernel/context.ts'
import { type PaperReading, selectAddenda, selectSignatures } from '../paper-signers.ts'
import { canReadReport } from './rights.ts'

type Paper = OutputOf<typeof reportCalls.paper>['result']
type Margins = Paper['margins']

/** Returns what a report's PDF needs besides its text: letterhead, margins, signatures, addenda and settings. */
export async function paper(
  input: ParsedInputOf<typeof reportCalls.paper>,
  ctx: Context,
): Promise<OutputOf<typeof reportCalls.paper>> {
  const study = await findVisibleStudy(ctx.tx, ctx.caller, input.id, ctx.now)
  if (!study) throw new Refusal('not_found')
  await ctx.audit('read', 'paper', study.id)
  const result = await readPaper(ctx, study)
  // A caller who may not read a signed report may not read its addenda either.
  const readsSigned = canReadReport(ctx.caller, study, { status: 'Signed' })
  return { result: readsSigned ? result : { ...result, addenda: [] } }
}

/** Does the same for the server itself; the caller of this function must have checked the reader's rights. */
export async function readPaper(
  ctx: PaperReading,
  study: { id: string; branch_id: string | null },
): Promise<Paper> {
  const letterhead = study.branch_id ? await selectLetterhead(ctx, study.branch_id) : PLAIN_PAPER
  const { disclaimer, ...settings } = await selectSettings(ctx)
  return {
    study_id: study.id,
    ...letterhead,
    issuer: await issuerOf(ctx, letterhead.branch_name),
    ...settings,
    disclaimer: letterhead.disclaimer.trim() === '' ? disclaimer : letterhead.disclaimer,
    signatures: await selectSignatures(ctx, study.id),
    addenda: await selectAddenda(ctx, study.id),
  }
}

async function issuerOf(ctx: PaperReading, branchName: string): Promise<string[]> {
  const { name, address, phone, email } = await readCompany(ctx)
  const contacts = [phone, email].filter((contact) => contact !== '').join('  ·  ')
  return [name, branchName, address, contacts].filter((line) => line !== '')
}

type Settings = Pick<Paper, 'dob_age' | 'show_second_dr_sign' | 'results_wait_for_payment' | 'disclaimer'>
type Letterhead = Omit<
  Paper,
  'study_id' | 'issuer' | 'signatures' | 'addenda' | Exclude<keyof Settings, 'disclaimer'>
>

const PLAIN_MARGINS: Margins = { top: 18, right: 18, bottom: 18, left: 18 }

// A study without a known branch (docs/studies.md) is printed without letterhead.
const PLAIN_PAPER: Letterhead = {
  branch_name: '',
  margins: PLAIN_MARGINS,
  margins_plain: PLAIN_MARGINS,
  header_file_id: null,
  footer_file_id: null,
  header_height_mm: 0,
  footer_height_mm: 0,
  booklet_front_file_id: null,
  booklet_back_file_id: null,
  disclaimer: '',
}

async function selectLetterhead({ tx, caller }: PaperReading, branchId: string): Promise<Letterhead> {
  const branch = await tx
    .selectFrom('branch')
    .selectAll()
    .where('client_id', '=', caller.clientId)
    .where('id', '=', branchId)
    .executeTakeFirstOrThrow()
  return {
    branch_name: branch.name,
    margins: branch.margins as unknown as Margins,
    margins_plain: preprinted(branch.margins_plain as unknown as Margins, branch),
    header_file_id: branch.header_file_id,
    footer_file_id: branch.footer_file_id,
    header_height_mm: Number(branch.header_height_mm),
    footer_height_mm: Number(branch.footer_height_mm),
    booklet_front_file_id: branch.booklet_front_file_id,
    booklet_back_file_id: branch.booklet_back_file_id,
    disclaimer: branch.disclaimer,
  }
}

/** Pre-printed paper keeps its own strips free at the top and the bottom, even if the margins are smaller. */
const preprinted = (
  margins: Margins,
  { header_plain_mm, footer_plain_mm }: { header_plain_mm: string; footer_plain_mm: string },
): Margins => ({
  ...margins,
  top: Math.max(margins.top, Number(header_plain_mm)),
  bottom: Math.max(margins.bottom, Number(footer_plain_mm)),
})

// A client without saved settings has no row; the defaults apply.
const DEFAULTS: Settings = {
  dob_age: 'BOTH',
  show_second_dr_sign: 0,
  results_wait_for_payment: 0,
  disclaimer: '',
}

async function selectSettings({ tx, caller }: PaperReading): Promise<Settings> {
  const row = await tx
    .selectFrom('client_setting')
    .select(['report_dob_age_show', 'show_second_dr_sign', 'results_wait_for_payment', 'report_disclaimer'])
    .where('client_id', '=', caller.clientId)
    .executeTakeFirst()
  if (!row) return DEFAULTS
  return {
    dob_age: row.report_dob_age_show as Settings['dob_age'],
    show_second_dr_sign: row.show_second_dr_sign ? 1 : 0,
    results_wait_for_payment: row.results_wait_for_payment ? 1 : 0,
    disclaimer: row.report_disclaimer,
  }
}
