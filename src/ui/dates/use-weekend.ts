import { createContext, use } from 'react'
import { weekendOf } from '#domain/time/weekend.ts'
import { useSession } from '#src/sync/session/session.ts'

const Country = createContext<number | undefined>(undefined)

/** For a page that is read without a session: the country (an id of domain/masters/countries.ts) of the centre whose page it is. */
export const WeekendCountryProvider = Country.Provider

/** The days of the week on which the country of the page's centre rests; of the client where no page says it. */
export function useWeekend() {
  const ofPage = use(Country)
  const ofClient = useSession()?.country_id
  return [...weekendOf(ofPage ?? ofClient)]
}
