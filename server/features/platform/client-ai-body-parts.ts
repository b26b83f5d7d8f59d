import { sql } from 'kysely'
import type { ClientAiBodyPart } from '#contract/masters/client.ts'
import type { Context } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

/** Replaces the AI body parts that the client has bought. */
export async function putAiBodyParts(
  parts: readonly ClientAiBodyPart[],
  { tx, caller }: Context,
): Promise<void> {
  const ids = parts.map(({ bodypart_id }) => bodypart_id)
  if (new Set(ids).size < ids.length) throw invalid({ ai_bodyparts: 'name a body part twice' })
  const rows = parts.map(({ bodypart_id, ae_title, price, currency }) => ({
    bodypart_id,
    ae_title: ae_title.trim(),
    price,
    currency,
  }))
  await sql`delete from client_ai_bodypart where client_id = ${caller.clientId}`.execute(tx)
  if (rows.length === 0) return
  const { rows: put } = await sql`
    insert into client_ai_bodypart (client_id, bodypart_id, ae_title, price, currency)
    select ${caller.clientId}::uuid, p.id, r.ae_title, r.price, r.currency
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (bodypart_id uuid, ae_title text, price numeric, currency text)
    join ai_company_bodypart p on p.id = r.bodypart_id returning bodypart_id`.execute(tx)
  if (put.length !== rows.length) throw invalid({ ai_bodyparts: 'name a body part that does not exist' })
}
