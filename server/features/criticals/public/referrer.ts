import { sql } from 'kysely'
import type { CriticalReceiver } from '#contract/calls/critical-links.ts'
import type { LockedStudy } from '#server/features/studies/public/write-store.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Returns the referrer of a study from its booking; without one, only the name from the image server. */
export async function findReferrer(
  tx: Tx,
  {
    client_id,
    visit_service_id,
    ref_physician,
  }: Pick<LockedStudy, 'client_id' | 'visit_service_id' | 'ref_physician'>,
): Promise<Omit<CriticalReceiver, 'channels'>> {
  const { rows } = await sql<{
    name: string | null
    email: string | null
    mobile: string | null
    phone_code: string
  }>`
    select u.name, u.email, u.mobile, c.phone_code from client c
    left join visit_service s on s.client_id = c.id and s.id = ${visit_service_id}
    left join visit_machine m on m.client_id = s.client_id and m.id = s.visit_machine_id
    left join visit v on v.client_id = s.client_id and v.id = s.visit_id
    left join app_user u on u.client_id = c.id and u.id = coalesce(m.ref_dr_id, v.ref_dr_id) and u.active
    where c.id = ${client_id}`.execute(tx)
  const [row] = rows
  return {
    name: row?.name ?? ref_physician,
    email: row?.email ?? '',
    mobile: row?.mobile ?? '',
    phone_code: row?.phone_code ?? '',
  }
}
