/** Height of a slot that a finger can hit (the row height of tables), and of a minute if slots are long. */
const SLOT_PX = 36
const MINUTE_PX = 1.1

/** Pixels per minute: short slots are taller, so that each can be read and hit. */
export function scaleOf(slotMinutes: number): number {
  return Math.max(MINUTE_PX, SLOT_PX / Math.max(1, slotMinutes))
}
