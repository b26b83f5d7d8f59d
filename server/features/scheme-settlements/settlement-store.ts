import type { Context } from '#server/kernel/context.ts'

type ReadContext = Pick<Context, 'tx' | 'caller' | 'now'>

/** Returns a settlement with its receipts, or undefined if there is none with that id. */
export async function findSettlement({ tx, caller }: ReadContext, id: string) {
  const settlement = await tx
    .selectFrom('scheme_settlement')
    .select(['id', 'mode', 'ref_no', 'remarks', 'created_by'])
    .where('client_id', '=', caller.clientId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!settlement) return undefined
  const receipts = await tx
    .selectFrom('receipt')
    .select(['id', 'visit_id', 'amount'])
    .where('client_id', '=', caller.clientId)
    .where('settlement_id', '=', id)
    .execute()
  return { ...settlement, receipts }
}

interface NewSettlement {
  id: string
  mode: string
  ref_no?: string | undefined
  remarks?: string | undefined
  payer_type: 'Doctor' | 'Hospital'
  payer_id: string
}

export async function insertSettlement(
  { tx, caller, now }: ReadContext,
  { id, mode, ref_no = '', remarks = '', payer_type, payer_id }: NewSettlement,
): Promise<void> {
  await tx
    .insertInto('scheme_settlement')
    .values({
      client_id: caller.clientId,
      id,
      mode,
      ref_no,
      remarks,
      payer_type,
      payer_id,
      created: now,
      created_by: caller.userId,
    })
    .execute()
}
