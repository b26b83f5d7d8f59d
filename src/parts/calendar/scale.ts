/** Height of a slot that a finger hits (the row of every table), and of a minute where slots are long. */
const SLOT_PX = 36
const MINUTE_PX = 1.1

/** Pixels a minute: short slots are drawn taller, so that each can be read and hit. */
export function scaleOf(slotMinutes: number): number {
  return Math.max(MINUTE_PX, SLOT_PX / Math.max(1, slotMinutes))
}
