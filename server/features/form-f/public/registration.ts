import { sql } from 'kysely'
import { pndtDoctors } from '#domain/pndt/form-f-start.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { momentsOf } from '#server/kernel/sync/commands/device-clock.ts'

interface Branch {
  client_id: string
  branch_id: string
}

/** Keeps who leaves the registration with this save, and when: what they signed before it stands. */
export async function keepLeftDoctors(
  { tx, caller, now }: Context,
  branchId: string,
  { before, after }: { before: string; after: string },
): Promise<void> {
  const staying = new Set(pndtDoctors({ pndt_doctors: after }))
  const left = pndtDoctors({ pndt_doctors: before }).filter((doctor) => !staying.has(doctor))
  if (left.length === 0) return
  await sql`
    insert into pndt_left_doctor (client_id, branch_id, doctor, left_on)
    select distinct ${caller.clientId}::uuid, ${branchId}::uuid, doctor, ${now}::timestamptz
    from unnest(${left}::text[]) doctor
    on conflict (client_id, branch_id, doctor) do update set left_on = excluded.left_on`.execute(tx)
}

/**
 * The doctors who left the registration after the command can have been made: for what it does they were on it. A live call
 * is made now, so it has none.
 */
export async function selectRegisteredThen(
  ctx: Pick<Context, 'now' | 'madeAt' | 'skewMs'> & { tx: Tx },
  { client_id, branch_id }: Branch,
): Promise<string[]> {
  const rows = await ctx.tx
    .selectFrom('pndt_left_doctor')
    .select('doctor')
    .where('client_id', '=', client_id)
    .where('branch_id', '=', branch_id)
    .where('left_on', '>', momentsOf(ctx).earliest)
    .execute()
  return rows.map(({ doctor }) => doctor)
}
