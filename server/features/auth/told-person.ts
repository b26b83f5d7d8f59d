import { sql } from 'kysely'
import { formatDateTime } from '#domain/time/formats.ts'
import type { Tx } from '#server/kernel/context.ts'

/** To whom a letter about an account goes, and in whose time it speaks. */
export interface ToldPerson {
  email: string
  /** The client's name. */
  client: string
  /** IANA name. */
  zone: string
}

/**
 * The person of a letter about their account, while they may sign in. The zone is that of their branch, of the client's first
 * one where they work in none or in all, and UTC where there is none yet.
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

/** A moment as a letter says it: in the person's time, with the zone named. */
export const letterMoment = (at: Date, zone: string): string => `${formatDateTime(at, zone)} (${zone})`
