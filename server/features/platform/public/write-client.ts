import type { Updateable } from 'kysely'
import type { CompanyInput } from '#contract/calls/profile.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { Client } from '#server/kernel/database/schema.ts'

/** The columns of a client's row that its own administrators set; the others are the platform's. */
type OwnColumns = Pick<
  Updateable<Client>,
  | 'report_edit_type'
  | 'otp_rule'
  | 'otp_channel'
  | 'captcha_rule'
  | 'vault_days'
  | 'journal_days'
  | 'passkey_rule'
  | 'passkey_roles'
>

/** Writes settings of a client that are in its own row, because a sign-in needs them. */
export async function updateOwnClient(tx: Tx, clientId: string, columns: OwnColumns): Promise<void> {
  await tx.updateTable('client').set(columns).where('id', '=', clientId).execute()
}

/** Updates the company of the client; papers and messages show its name as the centre's. */
export async function updateCompany(tx: Tx, clientId: string, input: CompanyInput): Promise<void> {
  const row = {
    address: input.company_address,
    email: input.company_email,
    email2: input.company_email2,
    phone: input.company_phone,
    phone2: input.company_phone2,
    logo_file_id: input.company_logo_file_id,
    powered_logo_file_id: input.powered_logo_file_id,
    api_host_url: input.api_host_url,
  }
  await tx.updateTable('client').set({ name: input.company_name }).where('id', '=', clientId).execute()
  await tx
    .insertInto('company_detail')
    .values({ client_id: clientId, ...row })
    .onConflict((on) =>
      on.column('client_id').doUpdateSet((eb) => ({ ...row, rev: eb('company_detail.rev', '+', 1) })),
    )
    .execute()
}
