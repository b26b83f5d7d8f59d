import { type ContactLevel, contactLevel, unsentLevel } from '../time/intervals.ts'

/** What the server knows of a device, as far as its urgency goes; times are instants. */
export interface KnownDevice {
  waiting: number
  needs_person: number
  last_contact: string
  oldest_unsent: string | null
  revoked: string | null
}

/** How urgent a device is: how long it is silent with work on it, and how old the oldest of that work is. */
export interface DeviceLevels {
  contactLevel: ContactLevel
  oldestLevel: ContactLevel
}

/**
 * How urgent a device is at `now` (milliseconds). One that is out of use calls nobody: that its work does not come in is
 * what somebody decided.
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

/** True where somebody should look after the device. */
export const needsAttention = ({ contactLevel: contact, oldestLevel: oldest }: DeviceLevels): boolean =>
  contact !== 'quiet' || oldest !== 'quiet'
