/** From and to, in minutes since midnight. */
export interface Stretch {
  from: number
  to: number
}

/** Returns the visible slots: those not hidden by full-width appointments, alone or together. */
export function seenSlots(
  slots: readonly number[],
  slotMinutes: number,
  bookedSlots: readonly Stretch[],
): readonly number[] {
  const hidden = joined(bookedSlots)
  const isHidden = (at: number) => hidden.some(({ from, to }) => from <= at && to >= at + slotMinutes)
  return hidden.length === 0 ? slots : slots.filter((at) => !isHidden(at))
}

/** Merges stretches that touch or overlap. */
function joined(stretches: readonly Stretch[]): Stretch[] {
  const sorted = stretches.toSorted((a, b) => a.from - b.from)
  const found: Stretch[] = []
  for (const { from, to } of sorted) {
    const last = found.at(-1)
    if (last && from <= last.to) last.to = Math.max(last.to, to)
    else found.push({ from, to })
  }
  return found
}

/** A slot among those of several days: the day's index, and minutes since midnight. */
export interface SlotPosition {
  day: number
  at: number
}

const STEPS: Readonly<Record<string, readonly [day: number, slot: number]>> = {
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
}

/** Returns where an arrow key leads from a slot: to the next one in the day, or to another day at about that time. */
export function stepFrom(
  { day, at }: SlotPosition,
  key: string,
  days: readonly (readonly number[])[],
): SlotPosition | undefined {
  const step = STEPS[key]
  if (!step) return undefined
  const [across, down] = step
  if (down !== 0) {
    const own = days[day] ?? []
    const next = down > 0 ? own.find((one) => one > at) : own.findLast((one) => one < at)
    return next === undefined ? { day, at } : { day, at: next }
  }
  for (let other = day + across; days[other]; other += across) {
    const near = nearest(days[other] ?? [], at)
    if (near !== undefined) return { day: other, at: near }
  }
  return { day, at }
}

/**
 * Returns the slot that takes the Tab key: `position` if still visible, else one near it; undefined if there is
 * none.
 */
export function standIn(
  position: SlotPosition,
  days: readonly (readonly number[])[],
): SlotPosition | undefined {
  const order = [position.day, ...days.keys()]
  for (const day of order) {
    const at = nearest(days[day] ?? [], position.at)
    if (at !== undefined) return { day, at }
  }
  return undefined
}

const nearest = (slots: readonly number[], at: number): number | undefined =>
  slots.find((one) => one >= at) ?? slots.at(-1)
