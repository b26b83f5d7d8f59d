import { sql } from 'kysely'
import type { PeerDoctor } from '#domain/peer/choose-reader.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Over `u`: active staff whose signature closes reports. */
const SIGNS = sql`u.user_type = 'CLIENT' and u.active and u.hidden is null and u.is_doctor and u.can_sign
  and not u.is_ref_doctor and not u.view_image_only`

/** Counts the client's signing doctors. */
export async function countSigningDoctors(tx: Tx, clientId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from app_user u where u.client_id = ${clientId} and ${SIGNS}`.execute(tx)
  return rows[0]?.n ?? 0
}

/** Selects all signing doctors, with the modalities that they signed within the last year. */
export async function selectSigningDoctors(tx: Tx, clientId: string, now: Date): Promise<PeerDoctor[]> {
  const { rows } = await sql<PeerDoctor>`
    select u.id, u.branch_ids as "branchIds", u.is_client_admin as "isOfAllBranches",
      coalesce(m.modalities, '{}') as modalities
    from app_user u
    left join (
      select r.signed_by_doctor_id as id, array_agg(distinct trim(one)) as modalities
      from report r
      join study s on s.client_id = r.client_id and s.id = r.study_id
      cross join lateral unnest(string_to_array(coalesce(nullif(s.modality, ''), ' '), ',')) one
      where r.client_id = ${clientId} and r.signed_on > ${now}::timestamptz - interval '1 year'
      group by 1
    ) m on m.id = u.id
    where u.client_id = ${clientId} and ${SIGNS} order by u.id`.execute(tx)
  return rows
}
