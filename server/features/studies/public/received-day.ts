import { sql } from 'kysely'

/** The UTC day on which a study was received. */
export const receivedDay = sql<string>`to_char(s.received_datetime at time zone 'UTC', 'YYYY-MM-DD')`

/** Matches studies received on a UTC day, with bounds that an index can use. */
export const isReceivedOn = (
  day: string,
) => sql<boolean>`s.received_datetime >= ${`${day}T00:00:00Z`}::timestamptz
  and s.received_datetime < ${`${day}T00:00:00Z`}::timestamptz + interval '24 hours'`
