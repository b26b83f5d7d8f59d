import { type RawBuilder, sql } from 'kysely'
import type { TwiceNumber } from '#contract/calls/twice-number.ts'
import type { Tx } from './context.ts'
import { WHOLE_CLIENT } from './number-kinds.ts'

/** Announces records whose numbers are on another paper too; its ids are those of the returning commands. */
export const TWICE_JOB = { name: 'numbers/announceTwice' } as const

/** A number that a command had before a restore, and the number that its record has now. */
export interface Renumbered {
  kind: string
  branch_id?: string | undefined
  no: string
  now: string
}

/** Records numbers that a command did not get back because other records have them. Returns whether there are any. */
export async function noteTwice(
  tx: Tx,
  { clientId, commandId, printed }: { clientId: string; commandId: string; printed: string },
  numbers: readonly Renumbered[],
): Promise<boolean> {
  const twice = numbers.filter(({ no, now }) => now !== '' && now !== no)
  if (twice.length === 0) return false
  await tx
    .insertInto('number_twice')
    .values(
      twice.map(({ kind, branch_id, no, now }) => ({
        client_id: clientId,
        branch_id: branch_id ?? WHOLE_CLIENT,
        kind,
        no,
        command_id: commandId,
        printed,
        now,
      })),
    )
    .onConflict((on) => on.columns(['client_id', 'kind', 'branch_id', 'no', 'command_id']).doNothing())
    .execute()
  return true
}

/** A record with a number, named by the columns of the surrounding statement. */
interface Bearer {
  kind: 'visit' | 'receipt' | 'invoice'
  clientId: string
  /** Only for a series of a branch. */
  branchId?: string
  no: string
}

/**
 * Returns a column with the other papers that bear a record's number (null if none), for a statement that
 * reads the record.
 */
export function twiceColumn({ kind, clientId, branchId, no }: Bearer): RawBuilder<TwiceNumber[] | null> {
  const branch = branchId === undefined ? sql`${WHOLE_CLIENT}::uuid` : sql.ref(branchId)
  return sql<TwiceNumber[] | null>`(
    select json_agg(json_build_object('no', t.no, 'now', t.now,
      'printed', to_char(t.printed at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by t.printed, t.no)
    from number_twice t
    where t.client_id = ${sql.ref(clientId)} and t.kind = ${kind} and t.branch_id = ${branch}
      and (t.no = ${sql.ref(no)} or t.now = ${sql.ref(no)}))`
}
