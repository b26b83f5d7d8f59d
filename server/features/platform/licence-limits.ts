import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { Context, Tx } from '#server/kernel/context.ts'

/** The licence that a client works under (spec 2 section 3). */
export interface ClientLicence {
  name: string
  no_of_branches: number
  no_of_doctors: number
  /** YYYY-MM-DD, its last day. */
  expired_on: string
  main_module_ids: string[]
}

/** The client's licence; undefined where it works under none, which sets no limits. */
export async function findLicence(tx: Tx, clientId: string): Promise<ClientLicence | undefined> {
  const { rows } = await sql<ClientLicence>`select * from entry.licence_of(${clientId})`.execute(tx)
  return rows[0]
}

/** Refuses one branch more than the licence of the caller's client has, or any after its last day. */
export async function demandRoomForBranch(ctx: Context): Promise<void> {
  const licence = await lockedLicence(ctx)
  if (!licence) return
  const { count } = await ctx.tx
    .selectFrom('branch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_id', '=', ctx.caller.clientId)
    .where('hidden', 'is', null)
    .executeTakeFirstOrThrow()
  demandBelow(count, licence.no_of_branches, 'branches')
}

/** The same for doctors, radiology and clinical together; those who are switched off do not count. */
export async function demandRoomForDoctor(ctx: Context): Promise<void> {
  const licence = await lockedLicence(ctx)
  if (!licence) return
  const { count } = await ctx.tx
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_id', '=', ctx.caller.clientId)
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('is_doctor', '=', true), eb('is_clinic_doctor', '=', true)]))
    .executeTakeFirstOrThrow()
  demandBelow(count, licence.no_of_doctors, 'doctors')
}

// The client's row is locked first: of two administrators who each add the last one, the second is refused.
async function lockedLicence({ tx, caller, now }: Context): Promise<ClientLicence | undefined> {
  await tx.selectFrom('client').select('id').where('id', '=', caller.clientId).forUpdate().execute()
  const licence = await findLicence(tx, caller.clientId)
  if (licence && licence.expired_on < now.toISOString().slice(0, 10))
    throw new Refusal(
      'licence',
      `The licence “${licence.name}” ended on ${licence.expired_on}. Enter a new key first.`,
    )
  return licence
}

function demandBelow(count: number, limit: number, what: string): void {
  if (count >= limit)
    throw new Refusal(
      'licence',
      `Your licence is for ${limit} ${what}, and there are ${count}. Ask for a larger one.`,
    )
}
