import { sql } from 'kysely'
import { CRITICAL_TIMES, type CriticalTimes, WATCHED_DAYS } from '#domain/study/critical-steps.ts'
import type { Tx } from '#server/kernel/context.ts'
import { IS_UNANSWERED } from '../step-store.ts'

/** A client's times, and the contacts for escalation. */
export interface CriticalSetting extends CriticalTimes {
  contacts: string[]
}

/** Returns the client's times for open critical results; undefined if they are switched off. */
export async function findCriticalSetting(tx: Tx, clientId: string): Promise<CriticalSetting | undefined> {
  const row = await tx
    .selectFrom('client_setting')
    .select([
      'critical_escalation',
      'critical_remind_minutes',
      'critical_escalate_minutes',
      'critical_contacts',
    ])
    .where('client_id', '=', clientId)
    .executeTakeFirst()
  // A client that has never saved settings has no row.
  if (!row)
    return { remind: CRITICAL_TIMES.remind.usual, escalate: CRITICAL_TIMES.escalate.usual, contacts: [] }
  if (!row.critical_escalation) return undefined
  return {
    remind: row.critical_remind_minutes,
    escalate: row.critical_escalate_minutes,
    contacts: row.critical_contacts,
  }
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)

/**
 * Returns a client's open records that are due for a step, oldest first, with their studies. Each is checked again
 * under its lock.
 */
export async function selectDue(
  tx: Tx,
  clientId: string,
  { remind, escalate }: CriticalTimes,
  now: Date,
  limit: number,
): Promise<{ id: string; study_id: string }[]> {
  const has = (kind: string) => sql`exists (select from critical_step s
    where s.client_id = c.client_id and s.critical_id = c.id and s.kind = ${kind})`
  const { rows } = await sql<{ id: string; study_id: string }>`
    select c.id, c.study_id from critical_result c
    join study st on st.client_id = c.client_id and st.id = c.study_id and st.hidden is null
    where c.client_id = ${clientId} and c.is_watched and ${IS_UNANSWERED}
      and c.opened_on > ${minutesBefore(now, WATCHED_DAYS * 24 * 60)}
      and c.opened_on <= ${minutesBefore(now, remind)} and not ${has('Escalated')}
      and (c.opened_on <= ${minutesBefore(now, escalate)} or not ${has('Reminded')})
    order by c.opened_on, c.id limit ${limit}`.execute(tx)
  return rows
}

/**
 * Stops watching the open records that are past the second time: when a client switches its times on again, old
 * records must not all be escalated at once.
 */
export async function stopWatchingLate(tx: Tx, clientId: string, escalate: number, now: Date): Promise<void> {
  await tx
    .updateTable('critical_result')
    .set({ is_watched: false })
    .where('client_id', '=', clientId)
    .where('closed_on', 'is', null)
    .where('is_watched', '=', true)
    .where('opened_on', '<=', minutesBefore(now, escalate))
    .execute()
}
