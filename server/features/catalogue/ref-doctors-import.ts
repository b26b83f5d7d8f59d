import { sql } from 'kysely'
import { v7 as mintId } from 'uuid'
import type { importCalls } from '#contract/calls/excel-import.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { TILE_RULES } from '#domain/access/tiles.ts'
import { type RefDoctorRow, readRefDoctorRow, refDoctorKey } from '#domain/masters/ref-doctor-sheet.ts'
import { accessOf } from '#server/kernel/auth/access-of.ts'
import type { Caller, Context, Handler } from '#server/kernel/context.ts'
import { insertReferrers } from '../people/public/insert-referrers.ts'
import { PATIENT_ROLE } from '../people/public/patient-role.ts'
import { importMessage, outcomeOf, type ToImport } from './import-outcome.ts'

type Referrer = ToImport<RefDoctorRow>

/** Throws unless the caller is an administrator of a client and manages referrers. */
export function demandRefDoctorImport(caller: Caller): void {
  if (!caller.isClientAdmin || !TILE_RULES.referralDoctors(accessOf(caller)))
    throw new Refusal('not_permitted')
}

/** Imports referral doctors or hospitals from a sheet, identified by name and mobile, without a sign-in. */
export const importRefDoctors: Handler<typeof importCalls.refDoctors> = async (input, ctx) => {
  const { caller } = ctx
  demandRefDoctorImport(caller)
  await lockImports(ctx)
  const role = await getReferrerRole(ctx)
  const read = input.records.map(
    ({ id, ...cells }): Referrer => ({ id: id ?? mintId(), ...readRefDoctorRow(cells) }),
  )
  const [known, before] = await Promise.all([selectKnown(read, ctx), selectStanding(read, ctx)])
  const fresh = withoutKnown(read, known, before)
  const made = await insertReferrers(fresh, { type: input.ref_doctor_type, roleId: role.id }, ctx)
  const result = outcomeOf(read, new Set([...before, ...made]), 'This person is there already')
  if (made.length > 0)
    await ctx.audit('import', 'user', undefined, { made: made.length, kind: input.ref_doctor_type })
  return { message: importMessage(result.created, role.name), result }
}

// No constraint in the table stops two imports from adding the same person at once.
async function lockImports({ tx, caller }: Context): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`referrers ${caller.clientId}`}, 0))`.execute(tx)
}

/**
 * Returns the role for referral doctors: the one that most of them have, else one that grants nothing and is not the
 * patients' role.
 */
async function getReferrerRole({ tx, caller }: Context): Promise<{ id: number; name: string }> {
  const { rows } = await sql<{ id: number; name: string }>`select r.id, r.name from role r
    left join app_user u on u.client_id = r.client_id and u.role_id = r.id and u.is_ref_doctor and u.hidden is null
    where r.client_id = ${caller.clientId} and r.hidden is null and r.active and r.name <> ${PATIENT_ROLE}
      and not exists (select from app_user p
        where p.client_id = ${caller.clientId} and p.role_id = r.id and p.user_type = 'PATIENT')
    group by r.id, r.name, r.modules having count(u.id) > 0 or r.modules = '{}'
    order by count(u.id) desc, r.id limit 1`.execute(tx)
  if (!rows[0])
    throw new Refusal(
      'refused',
      'There is no role for referral doctors. Make one first that grants no module; the role of patients is not for them.',
    )
  return rows[0]
}

/** Returns the keys of the client's referrers that this part names too. */
async function selectKnown(read: readonly Referrer[], { tx, caller }: Context): Promise<Set<string>> {
  const mobiles = [...new Set(read.flatMap(({ row }) => (row ? [row.mobile] : [])))]
  const { rows } = await sql<RefDoctorRow>`select fname, lname, mobile from app_user
    where client_id = ${caller.clientId} and is_ref_doctor and hidden is null and mobile = any(${mobiles})`.execute(
    tx,
  )
  return new Set(rows.map(refDoctorKey))
}

async function selectStanding(read: readonly Referrer[], { tx, caller }: Context): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`select id from app_user where client_id = ${caller.clientId}
    and id = any(${read.map(({ id }) => id)}::uuid[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Drops people who are already known and duplicates within the part. */
function withoutKnown(read: readonly Referrer[], known: ReadonlySet<string>, before: ReadonlySet<string>) {
  const seen = new Set(known)
  return read.flatMap(({ id, row }) => {
    if (!row || before.has(id) || seen.has(refDoctorKey(row))) return []
    seen.add(refDoctorKey(row))
    return [{ id, ...row, name: `${row.fname} ${row.lname}`.trim() }]
  })
}
