import { sql } from 'kysely'
import { formatDateTime } from '#domain/time/formats.ts'
import type { Tx } from '#server/kernel/context.ts'

/** Recipient of a letter about an account, and the time zone used in it. */
export interface ToldPerson {
  email: string
  /** The client's name. */
  client: string
  /** IANA name. */
  zone: string
}

/**
 * Returns the recipient of a letter about their account, if they may sign in. Uses the zone of their branch; the zone
 * of the client's first branch if they work in none or in all; UTC if the client has no branch.
 */
export async function findToldPerson(
  tx: Tx,
  { clientId, userId }: { clientId: string; userId: string },
): Promise<ToldPerson | undefined> {
  return tx
    .selectFrom('app_user as u')
    .innerJoin('client as c', 'c.id', 'u.client_id')
    .select((eb) => [
      'u.email',
      'c.name as client',
      eb.fn
        .coalesce(
          eb
            .selectFrom('branch as b')
            .select('b.time_zone')
            .whereRef('b.client_id', '=', 'u.client_id')
            .where('b.hidden', 'is', null)
            .orderBy(sql`b.id = any (u.branch_ids)`, 'desc')
            .orderBy('b.created')
            .orderBy('b.id')
            .limit(1),
          sql<string>`'UTC'`,
        )
        .as('zone'),
    ])
    .where('u.client_id', '=', clientId)
    .where('u.id', '=', userId)
    .where('u.active', '=', true)
    .executeTakeFirst()
}

/** Formats a moment for a letter, in the person's time zone, with the zone named. */
export const letterMoment = (at: Date, zone: string): string => `${formatDateTime(at, zone)} (${zone})`
