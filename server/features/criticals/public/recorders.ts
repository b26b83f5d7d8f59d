import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/**
 * Returns all people of a client who may record that a critical result was told, by name, regardless of the studies
 * that each can see.
 */
export async function selectRecordersOfCriticals(
  tx: Tx,
  clientId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select u.id, u.name from app_user u
    join role r on r.client_id = u.client_id and r.id = u.role_id
    where u.client_id = ${clientId} and u.user_type = 'CLIENT' and u.active and u.hidden is null
      and (u.is_client_admin or (r.active and 'assign_critical_tag_to_study' = any (r.modules)))
    order by lower(u.name), u.id`.execute(tx)
  return rows
}
