import { sql } from 'kysely'
import { DEFAULT_SLOT_MINUTES } from '#domain/visit/end-time.ts'
import { linePrice } from '#domain/visit/line-price.ts'
import type { Tx } from '#server/kernel/context.ts'

export interface BookedService {
  id: string
  department_id: string
  is_radiology: boolean
  /** The branch's charge, else the service's; a request names no referrer of the centre. */
  price: number
  slotMinutes: number
}

/** Returns an active service with its price at a branch and the slot length of its department. */
export async function findBookedService(
  tx: Tx,
  clientId: string,
  id: string,
  branchId: string,
): Promise<BookedService | undefined> {
  const { rows } = await sql<
    Omit<BookedService, 'price'> & { charges: number; branches: Record<string, number> }
  >`
    select s.id, s.department_id, d.isradiology as is_radiology, s.charges::float8 as charges, s.branches,
      coalesce(i.slot_duration, ${DEFAULT_SLOT_MINUTES})::int as "slotMinutes"
    from service s
    join department d on d.id = s.department_id
    left join department_client i on i.client_id = s.client_id and i.id = s.department_id
    where s.client_id = ${clientId} and s.id = ${id} and s.active and s.hidden is null`.execute(tx)
  const [row] = rows
  if (!row) return undefined
  const { charges, branches, ...service } = row
  return { ...service, price: linePrice(branchId, { charges, branches }) }
}
