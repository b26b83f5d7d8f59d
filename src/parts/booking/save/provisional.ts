import { SHORTEST_DEVICE_NAME } from '#domain/money/distinct-device-name.ts'
import { provisionalNo, shortDeviceName } from '#domain/money/provisional-no.ts'
import { wallClockAt } from '#domain/time/zones.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findDeviceName } from '#src/sync/desk/find-device-name.ts'

/** Longest accession number that machines accept, in characters (docs/sync.md#identity). */
const ACCESSION_MAX = 16

/** Numbers that contain this device's name, until the server gives its own. */
export interface Provisional {
  visitNo: string
  /** For the examination at this index of the booking, from 0. */
  accessionNo: (place: number) => string
}

/** Returns provisional numbers for a booking made now, in the branch's time; undefined while online. */
export async function findProvisional(zone: string): Promise<Provisional | undefined> {
  const { databases, author } = getDevice()
  if (author.isOnline()) return undefined
  return provisionalNumbers(await findDeviceName(databases), new Date(author.now()), zone)
}

/** Returns, for example, `FD2-1121-231502A`, and `FD2112123150200` for its first examination. */
export function provisionalNumbers(deviceName: string, at: Date, zone: string): Provisional {
  const clock = wallClockAt(at, zone)
  const two = (value: number) => String(value).padStart(2, '0')
  const { month, day, hour, minute, second } = clock
  const moment = [month, day, hour, minute, second].map(two).join('')
  const device = shortDeviceName(deviceName, SHORTEST_DEVICE_NAME)
  return {
    visitNo: provisionalNo(deviceName, clock, 0),
    accessionNo: (place) => `${device}${moment}${two(place % 100)}`.slice(-ACCESSION_MAX),
  }
}
