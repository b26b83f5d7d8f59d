import { sql } from 'kysely'
import type { Tx } from '#server/kernel/context.ts'

/**
 * How far back a query without a date reaches, including the longest stay before its examination
 * (modality-worklist/worklist-conditions.ts).
 */
const REACH_MS = 8 * 86_400_000

/**
 * Records for machines the branches where examinations are booked with them or wait for their scan, so that a machine
 * moved before former branches were stored (migration 0227) is found there too (docs/decisions/364). Does nothing if
 * all of it is known.
 */
export async function noteWhereMachinesStood(tx: Tx, clientId: string, now: Date): Promise<void> {
  const since = new Date(now.getTime() - REACH_MS)
  await sql`
    with stay as (
      select k.machine_id, k.visit_id from machine m
        cross join lateral (select machine_id, visit_id from visit_machine
          where client_id = m.client_id and machine_id = m.id and start_dt >= ${since} offset 0) k
        where m.client_id = ${clientId}
      union
      select k.machine_id, k.visit_id from visit_service s
        join visit_machine k on k.client_id = s.client_id and k.id = s.visit_machine_id
        where s.client_id = ${clientId} and s.status in (5, 6)),
    stood as (
      select y.machine_id, array_agg(distinct v.branch_id) as branches from stay y
        join visit v on v.client_id = ${clientId} and v.id = y.visit_id
        join machine m on m.client_id = ${clientId} and m.id = y.machine_id
        where v.branch_id <> m.branch_id and not v.branch_id = any(m.stood_at)
        group by y.machine_id)
    update machine set stood_at = stood_at || stood.branches from stood
    where client_id = ${clientId} and id = stood.machine_id`.execute(tx)
}
