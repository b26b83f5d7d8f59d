import { type ContactLevel, contactLevel, unsentLevel } from '../time/intervals.ts'

/** The part of the server's knowledge of a device that decides its urgency; times are instants. */
export interface KnownDevice {
  waiting: number
  needs_person: number
  last_contact: string
  oldest_unsent: string | null
  revoked: string | null
}

/** How urgent a device is: how long it has been silent with unsent work, and the age of its oldest unsent work. */
export interface DeviceLevels {
  contactLevel: ContactLevel
  oldestLevel: ContactLevel
}

/**
 * How urgent a device is at `now` (milliseconds). A device that is out of use never alerts: somebody decided that its
 * work does not come in.
 */
export function deviceLevels(device: KnownDevice, now: number): DeviceLevels {
  if (device.revoked !== null) return { contactLevel: 'quiet', oldestLevel: 'quiet' }
  const isWaiting = device.waiting + device.needs_person > 0
  const oldestMs = device.oldest_unsent === null ? undefined : now - Date.parse(device.oldest_unsent)
  return {
    contactLevel: contactLevel({ silentMs: now - Date.parse(device.last_contact), isWaiting }),
    oldestLevel: unsentLevel(oldestMs),
  }
}

/** True if somebody should look after the device. */
export const needsAttention = ({ contactLevel: contact, oldestLevel: oldest }: DeviceLevels): boolean =>
  contact !== 'quiet' || oldest !== 'quiet'
