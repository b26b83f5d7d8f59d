import type { BookingInput } from '#contract/calls/visits.ts'
import { formatShortDateTime } from '#domain/time/formats.ts'
import type { CalendarCatalogue } from '../draft/wished-slots.ts'

/** The parts of a booking that a refusal concerns. */
export interface RefusedSlots {
  /** The refused part of a service (its place or time), by the service's id. */
  lines: ReadonlyMap<string, 'place' | 'time'>
  /** Service, machine and time of each. */
  names: readonly string[]
}

/** Returns the slots of a booking that a refusal names in its fields. */
export function refusedSlotsOf(
  input: BookingInput,
  fields: Readonly<Record<string, string>> | undefined,
  { catalogue, zone }: { catalogue: CalendarCatalogue; zone: string },
): RefusedSlots {
  const paths = new Map(
    Object.keys(fields ?? {}).flatMap((name) => {
      const path = PATH.exec(name)?.[0]
      return path === undefined ? [] : [[path, name.endsWith('_dt') ? 'time' : 'place'] as const]
    }),
  )
  const slots = input.departments.flatMap((department, d) =>
    department.machines.flatMap((machine, m) => {
      const what = paths.get(`departments.${d}.machines.${m}`)
      return what ? [{ departmentId: department.id, machine, what }] : []
    }),
  )
  return {
    lines: new Map(
      slots.flatMap(({ machine, what }) => machine.services.map(({ id }) => [id, what] as const)),
    ),
    names: slots.map(({ departmentId, machine }) => {
      const services = machine.services.map(
        ({ service_id }) => catalogue.services.find(({ id }) => id === service_id)?.name ?? '',
      )
      const placeId = machine.doctor_id ?? machine.machine_id
      const place = catalogue.placesOf(departmentId).find(({ id }) => id === placeId)?.name
      const at = formatShortDateTime(new Date(machine.start_dt), zone)
      return [services.filter(Boolean).join(' + '), place, at].filter(Boolean).join(', ')
    }),
  }
}

const PATH = /^departments\.\d+\.machines\.\d+/
