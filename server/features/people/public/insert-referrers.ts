import { sql } from 'kysely'
import type { RefDoctorRow } from '#domain/masters/ref-doctor-sheet.ts'
import type { Context } from '#server/kernel/context.ts'
import { PEOPLE_SCOPE } from '#server/kernel/scopes.ts'

/** Inserts referral doctors or hospitals without a sign-in, announces them, and returns the ids of the new ones. */
export async function insertReferrers(
  rows: readonly ({ id: string; name: string } & RefDoctorRow)[],
  { type, roleId }: { type: string; roleId: number },
  { tx, caller, now, changed }: Context,
): Promise<string[]> {
  if (rows.length === 0) return []
  const made = await sql<{ id: string }>`
    insert into app_user (client_id, id, username, password_hash, name, user_type, role_id, is_ref_doctor,
      ref_doctor_type, fname, lname, mobile, email, ref_dr_area, address, created)
    select ${caller.clientId}::uuid, r.id, '', '', r.name, 'CLIENT', ${roleId}, true, ${type}, r.fname, r.lname,
      r.mobile, r.email, r.ref_dr_area, r.address, ${now}
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (id uuid, name text, fname text, lname text,
      mobile text, email text, ref_dr_area text, address text)
    on conflict do nothing returning id`.execute(tx)
  const ids = made.rows.map(({ id }) => id)
  for (const id of ids) changed({ type: 'master', id, rev: 1, scopes: [PEOPLE_SCOPE] })
  return ids
}
