import { weekendOf } from '#domain/time/weekend.ts'
import { useSession } from '#src/sync/session/session.ts'

/** The days of the week on which the country of the client rests. */
export function useWeekend() {
  const countryId = useSession()?.country_id
  return [...weekendOf(countryId)]
}
