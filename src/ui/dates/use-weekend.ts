import { createContext, use } from 'react'
import { weekendOf } from '#domain/time/weekend.ts'
import { useSession } from '#src/sync/session/session.ts'

const Country = createContext<number | undefined>(undefined)

/** For a page read without a session: the country of the page's centre (an id of domain/masters/countries.ts). */
export const WeekendCountryProvider = Country.Provider

/** The weekend days in the country of the page's centre, or of the client if the page names none. */
export function useWeekend() {
  const ofPage = use(Country)
  const ofClient = useSession()?.country_id
  return [...weekendOf(ofPage ?? ofClient)]
}
