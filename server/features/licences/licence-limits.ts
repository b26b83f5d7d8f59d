import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { isLicenceOver, licenceOverWords } from '#domain/access/licence-rule.ts'
import type { Context, Tx } from '#server/kernel/context.ts'
import { countWords } from '#server/masters/use-words.ts'

/** The licence of a client (docs/masters.md). */
export interface ClientLicence {
  id: string
  name: string
  no_of_branches: number
  no_of_doctors: number
  /** The last day, YYYY-MM-DD. */
  expired_on: string
  /** False if the platform has deactivated it; it then counts as expired. */
  active: boolean
}

/** Returns the client's licence; undefined without one, which means no limits. */
export async function findLicence(tx: Tx, clientId: string): Promise<ClientLicence | undefined> {
  const { rows } = await sql<ClientLicence>`select * from entry.licence_of(${clientId})`.execute(tx)
  return rows[0]
}

/** Throws if another branch would exceed the licence of the caller's client, or if the licence has expired. */
export async function demandRoomForBranch(ctx: Context): Promise<void> {
  const licence = await lockedLicence(ctx)
  if (licence) demandBelow(await countBranches(ctx), licence.no_of_branches, 'branch')
}

/** Does the same for doctors, radiology and clinical together; inactive ones do not count. */
export async function demandRoomForDoctor(ctx: Context): Promise<void> {
  const licence = await lockedLicence(ctx)
  if (licence) demandBelow(await countDoctors(ctx), licence.no_of_doctors, 'doctor')
}

export async function countBranches({ tx, caller }: Context): Promise<number> {
  const { count } = await tx
    .selectFrom('branch')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_id', '=', caller.clientId)
    .where('hidden', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

export async function countDoctors({ tx, caller }: Context): Promise<number> {
  const { count } = await tx
    .selectFrom('app_user')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('client_id', '=', caller.clientId)
    .where('hidden', 'is', null)
    .where('active', '=', true)
    .where((eb) => eb.or([eb('is_doctor', '=', true), eb('is_clinic_doctor', '=', true)]))
    .executeTakeFirstOrThrow()
  return count
}

// Locks the client's row first, so that of two administrators who each add the last one, the second is refused.
async function lockedLicence({ tx, caller, now }: Context): Promise<ClientLicence | undefined> {
  await tx.selectFrom('client').select('id').where('id', '=', caller.clientId).forUpdate().execute()
  const licence = await findLicence(tx, caller.clientId)
  if (licence && isLicenceOver(licence, now))
    throw new Refusal('licence', `${licenceOverWords(licence)} Enter a new key first.`)
  return licence
}

function demandBelow(count: number, limit: number, what: string): void {
  if (count >= limit)
    throw new Refusal(
      'licence',
      `Your licence is for ${countWords(limit, what)}, and there are ${count}. Ask for a larger one.`,
    )
}
