import type { DemoCentre } from '../centres.ts'
import { priceAt } from './insert-catalogue.ts'
import { DEMO_PEOPLE } from './people.ts'

/** Rupees per point, for readers who verify and for others. */
const RATES = { senior: 220, other: 180 } as const

/** Returns the rate per point for each reader of a centre. */
export function readerRatesOf(centre: DemoCentre, now: Date) {
  const people = DEMO_PEOPLE.filter((person) => person.centre.id === centre.id)
  const admin = people.find(({ role }) => role === 'administrator')
  if (!admin) return []
  return people
    .filter(({ isDoctor, canSign }) => isDoctor && canSign)
    .map(({ id, role }) => ({
      client_id: centre.id,
      doctor_id: id,
      rate: priceAt(centre, role === 'seniorRadiologist' ? RATES.senior : RATES.other),
      set_on: now,
      set_by: admin.id,
    }))
}
