import { sql } from 'kysely'
import type { visitCalls } from '#contract/calls/visits.ts'
import type { OutputOf } from '#contract/kernel/define-call.ts'
import type { Caller, Context } from '#server/kernel/context.ts'

type Company = OutputOf<typeof visitCalls.companyDetail>['result']

interface Row extends Omit<Company, 'img_url'> {
  logo_file_id: string | null
}

/** Reads the centre's data for printed papers. Invoices of a centre with several branches name the branch. */
export async function readCompany(
  ctx: Pick<Context, 'tx' | 'fileUrl'> & { caller: Pick<Caller, 'clientId'> },
): Promise<Company> {
  const { rows } = await sql<Row>`
    select c.name, c.currency, coalesce(d.logo_file_id, c.logo_file_id) as logo_file_id,
      coalesce(d.address, '') as address, coalesce(d.phone, '') as phone, coalesce(d.email, '') as email,
      coalesce(s.receipt_paper, 'A4') as receipt_paper, coalesce(s.hidden_payment_modes, '{}') as hidden_payment_modes,
      (coalesce(s.prints_report_code, false) and s.whatsapp_number <> '' and s.whatsapp_kind = 'Cloud_API')::int
        as prints_report_code,
      ((select count(*) from branch b where b.client_id = c.id and b.active and b.hidden is null) > 1)::int
        as show_branch_name_on_invoice
    from client c
    left join company_detail d on d.client_id = c.id
    left join client_setting s on s.client_id = c.id
    where c.id = ${ctx.caller.clientId}`.execute(ctx.tx)
  const [row] = rows
  if (!row) throw new Error('the client of a caller is not there')
  const { logo_file_id, ...company } = row
  return { ...company, img_url: logo_file_id === null ? '' : ctx.fileUrl(logo_file_id) }
}
