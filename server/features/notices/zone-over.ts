import { sql } from 'kysely'

/**
 * Returns the time zone for notices of a `client`'s record: that of its branch `b`; without one, that of most of the
 * client's branches, as for arriving studies (docs/studies.md); UTC for a client without branches.
 */
export const zoneOver = (client: string) => sql<string>`coalesce(b.time_zone,
  (select o.time_zone from branch o where o.client_id = ${sql.ref(client)} and o.active and o.hidden is null
    group by o.time_zone order by count(*) desc, min(o.id::text) limit 1), 'UTC')`
