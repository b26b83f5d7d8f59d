import { sql } from 'kysely'
import type { Tx } from './context.ts'

/** Series of numbers that people read; patient, visit and accession are the client's, the others a branch's. */
export type NumberKind = 'patient' | 'visit' | 'accession' | 'receipt' | 'refund' | 'invoice'

/** What a series begins with where nobody chose its prefix. */
const PREFIXES: Record<NumberKind, string> = {
  patient: 'P',
  visit: 'V',
  accession: 'A',
  receipt: 'R',
  refund: 'RF',
  invoice: 'INV',
}
const WHOLE_CLIENT = '00000000-0000-0000-0000-000000000000'

/**
 * Takes the next `count` numbers of a series, consecutive and without a gap: they belong to this transaction and are
 * free again if it rolls back. Locks the series until then, so it comes after the records (SYNC.md "Lock order").
 * `branchId` is absent for a series of the whole client. Numbers have six digits at least.
 */
export async function takeNumbers(
  tx: Tx,
  clientId: string,
  kind: NumberKind,
  count = 1,
  branchId: string = WHOLE_CLIENT,
): Promise<string[]> {
  const { rows } = await sql<{ prefix: string; next: number }>`
    insert into number_series as s (client_id, branch_id, kind, prefix, next)
    values (${clientId}, ${branchId}, ${kind}, ${PREFIXES[kind]}, ${count + 1})
    on conflict (client_id, branch_id, kind) do update set next = s.next + ${count}
    returning prefix, next`.execute(tx)
  const [series] = rows
  if (!series) throw new Error('a series that was just written is not there')
  const first = series.next - count
  return Array.from({ length: count }, (_, i) => `${series.prefix}${String(first + i).padStart(6, '0')}`)
}

/** The next number of a series: takeNumbers of one. */
export async function takeNumber(
  tx: Tx,
  clientId: string,
  kind: NumberKind,
  branchId?: string,
): Promise<string> {
  const [number] = await takeNumbers(tx, clientId, kind, 1, branchId)
  if (number === undefined) throw new Error('a series gave no number')
  return number
}
