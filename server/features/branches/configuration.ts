import type { Updateable } from 'kysely'
import {
  type BranchDetail,
  type branchCalls,
  CONFIGURATION_SECRETS,
  type ConfigurationSecret,
  MARGIN_MAX_PX,
} from '#contract/calls/branches.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import {
  type Margins,
  marginsInMm,
  marginText,
  mmOfPx,
  pxOfMm,
  readMarginText,
} from '#domain/branch/paper-margins.ts'
import type { Context } from '#server/kernel/context.ts'
import type { Branch } from '#server/kernel/database/schema.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import { addressIn, type GoesTo, judgeMoved, userIn } from '#server/kernel/keys/moved-secrets.ts'
import { type Secrets, secretContext } from '#server/kernel/keys/secrets.ts'
import type { BranchRow } from './lock-branch.ts'

type Configuration = ParsedInputOf<typeof branchCalls.saveConfiguration>

/** Fields that are stored unchanged in a column of the same name. */
const PLAIN = [
  'tax_no',
  'company_no',
  'financial_year_start',
  'invoice_print_margin_top',
  'invoice_print_margin_bottom',
  'disclaimer',
  'machine_communication_url',
  'machine_communication_usr',
  'machine_communication_dateformat',
  'machine_communication_type',
  'report_send_hl7_url',
  'report_send_hl7_usr',
  'report_send_hl7_pdf',
  'report_send_hl7_status',
  'report_send_hl7_sender',
  'lab_service_send_api_url',
  'lab_service_send_api_usr',
  'thirdparty_report_url',
  'thirdparty_report_usr',
] as const

/** Pixel fields of the form, by the column that stores them in millimetres. */
const HEIGHTS = {
  report_header_margin: 'header_height_mm',
  report_footer_margin: 'footer_height_mm',
  report_header_margin_without_hf: 'header_plain_mm',
  report_footer_margin_without_hf: 'footer_plain_mm',
} as const

/** Pictures of the form, by the column that names their file. */
const IMAGES = {
  report_header_img_id: 'header_file_id',
  report_footer_img_id: 'footer_file_id',
  booklet_front_img_id: 'booklet_front_file_id',
  booklet_back_img_id: 'booklet_back_file_id',
} as const

/** The address and user that each stored password belongs to. */
const GOES_TO: GoesTo<ConfigurationSecret> = {
  machine_communication_pwd: [addressIn('machine_communication_url'), userIn('machine_communication_usr')],
  report_send_hl7_pwd: [addressIn('report_send_hl7_url'), userIn('report_send_hl7_usr')],
  lab_service_send_api_pwd: [addressIn('lab_service_send_api_url'), userIn('lab_service_send_api_usr')],
  thirdparty_report_pwd: [addressIn('thirdparty_report_url'), userIn('thirdparty_report_usr')],
}

const NAMES_OF_HEIGHTS = Object.keys(HEIGHTS) as (keyof typeof HEIGHTS)[]
const NAMES_OF_IMAGES = Object.keys(IMAGES) as (keyof typeof IMAGES)[]

/** Returns a branch for its card in the settings drawer; `urlOf` signs the address of a picture. */
export function detailOf(row: BranchRow, urlOf: (fileId: string) => string): BranchDetail {
  const detail: Record<string, unknown> = {
    id: row.id,
    rev: row.rev,
    name: row.name,
    status: row.active ? 1 : 0,
    report_margins: marginText(row.margins as unknown as Margins),
    report_margins_without_hf: marginText(row.margins_plain as unknown as Margins),
  }
  for (const name of PLAIN) detail[name] = row[name]
  for (const name of NAMES_OF_HEIGHTS) detail[name] = pxOfMm(Number(row[HEIGHTS[name]]))
  for (const name of CONFIGURATION_SECRETS) detail[`has_${name}`] = row[name] === '' ? 0 : 1
  for (const name of NAMES_OF_IMAGES) {
    const fileId = row[IMAGES[name]]
    detail[name] = fileId
    detail[name.replace(/_id$/, '_url')] = fileId === null ? '' : urlOf(fileId)
  }
  // Built in loops, hence the cast; the call's output schema validates it.
  return detail as BranchDetail
}

/**
 * Returns the columns that a save sets: converts pixels to millimetres (only here) and seals secrets. Throws if a
 * stored password would go to another address than the one it was entered for.
 */
export async function configurationColumns(
  input: Configuration,
  row: BranchRow,
  ctx: Context,
  secrets: Secrets,
): Promise<Updateable<Branch>> {
  await demandPictures(input, row, ctx)
  const columns: Record<string, unknown> = {
    margins: JSON.stringify(marginsOf(input.report_margins, row.margins)),
    margins_plain: JSON.stringify(marginsOf(input.report_margins_without_hf, row.margins_plain)),
  }
  for (const name of PLAIN) columns[name] = input[name]
  for (const name of NAMES_OF_HEIGHTS)
    columns[HEIGHTS[name]] = mmOfPx(input[name], Number(row[HEIGHTS[name]]))
  for (const name of NAMES_OF_IMAGES) columns[IMAGES[name]] = input[name]
  for (const name of CONFIGURATION_SECRETS) {
    const sealed = await sealedOf(input, name, row, secrets)
    if (sealed !== undefined) columns[name] = sealed
  }
  const { broken, forgotten } = judgeMoved(GOES_TO, row, columns)
  if (Object.keys(broken).length > 0) throw invalid(broken)
  return { ...columns, ...forgotten }
}

function marginsOf(text: string, stored: unknown): Margins {
  // The call's schema accepts only text that can be parsed.
  const px = readMarginText(text, MARGIN_MAX_PX) as Margins
  return marginsInMm(px, stored as Margins)
}

function sealedOf(
  input: Configuration,
  name: ConfigurationSecret,
  { client_id, id }: BranchRow,
  secrets: Secrets,
): Promise<string> | undefined {
  const given = input[name]
  return given === undefined ? undefined : secrets.seal(secretContext(client_id, 'branch', id, name), given)
}

/** Throws unless every newly named picture is one of the client's letterheads. */
async function demandPictures(input: Configuration, row: BranchRow, { tx, caller }: Context): Promise<void> {
  const broken: Record<string, string> = {}
  for (const name of NAMES_OF_IMAGES) {
    const fileId = input[name]
    if (fileId === null || fileId === row[IMAGES[name]]) continue
    const found = await tx
      .selectFrom('file')
      .select('id')
      .where('client_id', '=', caller.clientId)
      .where('id', '=', fileId)
      .where('purpose', '=', 'letterhead')
      .executeTakeFirst()
    if (!found) broken[name] = 'is not a picture of this centre'
  }
  if (Object.keys(broken).length > 0) throw invalid(broken)
}
