import { filePath } from '#contract/calls/files.ts'
import type { CompanyDetail, ProfileDetail } from '#contract/calls/profile.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Caller, Tx } from '#server/kernel/context.ts'

const addressOf = (fileId: string | null) => (fileId ? filePath(fileId) : '')

/** Selects the caller's own data, and the company for a client's administrator. */
export async function selectProfile(tx: Tx, caller: Caller): Promise<ProfileDetail> {
  const own = await tx
    .selectFrom('app_user')
    .select(['rev', 'name', 'fname', 'lname', 'email', 'mobile', 'photo_file_id', 'licence_no'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', caller.userId)
    .executeTakeFirst()
  if (!own) throw new Refusal('signed_out')
  const { photo_file_id, licence_no, ...fields } = own
  return {
    ...fields,
    image_file_id: photo_file_id,
    img_url: addressOf(photo_file_id),
    dr_licence_code: licence_no,
    company: caller.isClientAdmin ? await selectCompany(tx, caller) : null,
  }
}

async function selectCompany(tx: Tx, { clientId }: Caller): Promise<CompanyDetail> {
  const row = await tx
    .selectFrom('client as c')
    .leftJoin('company_detail as d', 'd.client_id', 'c.id')
    .select(['c.name', 'd.address', 'd.email', 'd.email2', 'd.phone', 'd.phone2', 'd.api_host_url'])
    .select(['d.logo_file_id', 'd.powered_logo_file_id'])
    .where('c.id', '=', clientId)
    .executeTakeFirstOrThrow()
  return {
    company_name: row.name,
    company_email: row.email ?? '',
    company_email2: row.email2 ?? '',
    company_phone: row.phone ?? '',
    company_phone2: row.phone2 ?? '',
    company_address: row.address ?? '',
    company_logo_file_id: row.logo_file_id,
    powered_logo_file_id: row.powered_logo_file_id,
    api_host_url: row.api_host_url ?? '',
    company_img_url: addressOf(row.logo_file_id),
    powered_img_url: addressOf(row.powered_logo_file_id),
  }
}
