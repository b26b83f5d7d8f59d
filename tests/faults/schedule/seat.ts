import fc from 'fast-check'
import type { Seat } from './step.ts'

/** Any tab of any device. */
export const seat = { device: fc.nat(4), tab: fc.nat(1) }

export const seatInWords = ({ device, tab }: Seat): string => `device ${device + 1} tab ${tab + 1}`

/** A device without one of its tabs. */
export interface AtDevice {
  device: number
}
export const atDevice = { device: seat.device }
export const deviceInWords = ({ device }: AtDevice): string => `device ${device + 1}`

/** A duration. */
export const pauseMs = fc.constantFrom(500, 4_000, 16_000, 60_000)
