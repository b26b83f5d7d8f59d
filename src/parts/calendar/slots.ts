import { minutesOf } from '#domain/visit/open-hours.ts'

/** A branch's open hours, in minutes since midnight. */
export interface OpenHours {
  open: number
  close: number
}

const WHOLE_DAY: OpenHours = { open: 0, close: 1440 }

/** Formats `570` as `09:30`. */
export function clockOfMinutes(minutes: number): string {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minutes / 60))}:${two(Math.floor(minutes % 60))}`
}

/** A branch's opening and closing time as in its record. */
export interface BranchTimes {
  open_time: string
  close_time: string
}

/** Returns a branch's open hours; the whole day if they are missing or reversed. */
export function openHoursOf(branch: BranchTimes | undefined): OpenHours {
  const open = minutesOf(branch?.open_time ?? '')
  const close = minutesOf(branch?.close_time ?? '')
  if (open === undefined || close === undefined || close <= open) return WHOLE_DAY
  return { open, close }
}

/** Returns the hours that a calendar shows: the open ones, extended to whole hours that contain all booked slots. */
export function shownHours(
  { open, close }: OpenHours,
  bookedSlots: readonly { from: number; to: number }[],
): OpenHours {
  let [first, last] = [open, close]
  for (const { from, to } of bookedSlots) {
    first = Math.min(first, Math.floor(Math.max(0, from) / 60) * 60)
    last = Math.max(last, Math.ceil(Math.min(1440, to) / 60) * 60)
  }
  return { open: first, close: last }
}

/**
 * Returns the start of each slot of a day: consecutive from opening time, the last one ending by closing
 * time. They need not divide an hour.
 */
export function slotsOf({ open, close }: OpenHours, slotMinutes: number): number[] {
  const count = slotMinutes > 0 ? Math.floor((close - open) / slotMinutes) : 0
  return Array.from({ length: count }, (_, at) => open + at * slotMinutes)
}

/**
 * Returns the start of the slot that contains `minutes`, moved so that a booking of `length` minutes ends by
 * closing time if it fits at all.
 */
export function snapToSlot(
  minutes: number,
  { open, close }: OpenHours,
  slotMinutes: number,
  length = slotMinutes,
): number {
  const step = Math.max(1, slotMinutes)
  const last = Math.max(0, Math.floor((close - open - length) / step))
  const at = Math.floor((minutes - open) / step)
  return open + Math.min(Math.max(at, 0), last) * step
}
