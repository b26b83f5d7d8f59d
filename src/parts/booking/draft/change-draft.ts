import { v7 as mintId } from 'uuid'
import type { BookingDraft, DraftLine, Referrer } from './draft.ts'
import { NO_DISCOUNT, referrerOf, slotKey } from './draft.ts'

/** A chosen service with its place, and its charge if it comes from a package. */
export interface ChosenService {
  id: string
  name: string
  code: string
  departmentId: string
  placeId: string | null
  charges?: string
}

/** Returns whether the booking already has the service; a cancelled one may be booked again. */
export function hasService(
  { lines }: Pick<BookingDraft, 'lines'>,
  serviceId: string,
  isCancelled: (line: DraftLine) => boolean,
): boolean {
  return lines.some((line) => line.serviceId === serviceId && !isCancelled(line))
}

/** Adds services; those of one department stay together, at the machine already used for it. */
export function addServices(draft: BookingDraft, chosen: readonly ChosenService[]): BookingDraft {
  const lines = [...draft.lines]
  for (const { id, name, code, departmentId, placeId, charges } of chosen) {
    const at = lines.findLastIndex((line) => line.departmentId === departmentId)
    const beside = lines[at]
    const used = beside?.placeId ?? placeId
    // The doctor of a patient does not depend on which doctor is free.
    const isFound = beside ? beside.isFound === true : draft.isFirstFree && draft.isRadiology === 1
    const line: DraftLine = {
      id: mintId(),
      serviceId: id,
      name,
      code,
      departmentId,
      placeId: used,
      ...(isFound && { isFound }),
      charges,
      discount: undefined,
    }
    lines.splice(at === -1 ? lines.length : at + 1, 0, line)
  }
  return { ...draft, lines, slots: withSlots(draft, lines) }
}

/** Removes a service. */
export function removeLine(draft: BookingDraft, lineId: string): BookingDraft {
  const lines = draft.lines.filter(({ id }) => id !== lineId)
  return { ...draft, lines }
}

/** Clears the list of services, for another kind of visit or a service that cannot be booked. */
export const clearLines = (draft: BookingDraft): BookingDraft => ({
  ...draft,
  lines: [],
  slots: {},
  packageId: null,
})

/** Moves a service to another machine, or in a clinic to another doctor. */
export function setPlace(draft: BookingDraft, lineId: string, placeId: string | null): BookingDraft {
  const lines = draft.lines.map((line) => (line.id === lineId ? { ...line, placeId, isFound: false } : line))
  return { ...draft, lines, slots: withSlots(draft, lines) }
}

/** Returns slots with an id for every slot of the lines; a slot whose machine changed as a whole keeps its id. */
function withSlots(draft: BookingDraft, lines: readonly DraftLine[]): BookingDraft['slots'] {
  const keys = new Set(lines.map(slotKey))
  const slots = { ...draft.slots }
  for (const line of lines) {
    const key = slotKey(line)
    if (slots[key]) continue
    const before = draft.lines.find(({ id }) => id === line.id)
    const left = before && slotKey(before)
    const moved = left !== undefined && !keys.has(left) ? slots[left] : undefined
    slots[key] = moved ?? { id: mintId(), ...(draft.isFirstFree && { isFound: true }) }
    if (moved && left !== undefined) delete slots[left]
  }
  return slots
}

/** Sets the start of one slot independently of the others. */
export function setSlotStart(draft: BookingDraft, key: string, start: number): BookingDraft {
  const slot = draft.slots[key] ?? { id: mintId() }
  return { ...draft, slots: { ...draft.slots, [key]: { ...slot, start, isFound: false } } }
}

/** Moves the whole visit, including slots with their own start. */
export function setStart(draft: BookingDraft, start: number): BookingDraft {
  const by = start - draft.start
  const moved = Object.entries(draft.slots).map(
    ([key, slot]) => [key, slot.start === undefined ? slot : { ...slot, start: slot.start + by }] as const,
  )
  return { ...draft, start, isStartSet: true, slots: Object.fromEntries(moved) }
}

/** Changes the typed amounts of a line. */
export function setAmounts(
  draft: BookingDraft,
  lineId: string,
  change: Pick<Partial<DraftLine>, 'charges' | 'discount'>,
): BookingDraft {
  const lines = draft.lines.map((line) => (line.id === lineId ? { ...line, ...change } : line))
  return { ...draft, lines }
}

/** Sets the total discount: it spreads over all lines again (docs/visits.md#booking). */
export function setDiscount(draft: BookingDraft, discount: BookingDraft['discount']): BookingDraft {
  const lines = draft.lines.map((line) => ({ ...line, discount: undefined }))
  return { ...draft, discount, lines }
}

/** Chooses a discount head and applies its percent at once; null removes the discount. */
export function setHead(draft: BookingDraft, headId: string | null, percent: number): BookingDraft {
  const discount = percent > 0 ? ({ kind: 'percent', typed: String(percent) } as const) : NO_DISCOUNT
  return setDiscount({ ...draft, headId }, discount)
}

/** Sets who referred the patient to one department; the general referrer applies to departments without their own. */
export function setReferrer(
  draft: BookingDraft,
  departmentId: string,
  change: Partial<Referrer>,
): BookingDraft {
  const next = { ...referrerOf(draft, departmentId), ...change }
  return { ...draft, referrers: { ...draft.referrers, [departmentId]: next } }
}

/** Sets the referrer for all departments. */
export const setReferrerOfAll = (draft: BookingDraft, change: Partial<Referrer>): BookingDraft => ({
  ...draft,
  referrer: { ...draft.referrer, ...change },
  referrers: {},
})

/** Moves a whole slot to another machine and time: to a free slot that was offered. */
export function takeSlot(
  draft: BookingDraft,
  slotLines: readonly DraftLine[],
  { placeId, start }: { placeId: string | null; start: number },
): BookingDraft {
  const ids = new Set(slotLines.map(({ id }) => id))
  const lines = draft.lines.map((line) => (ids.has(line.id) ? { ...line, placeId, isFound: false } : line))
  const placed = { ...draft, lines, slots: withSlots(draft, lines) }
  const [first] = lines.filter(({ id }) => ids.has(id))
  if (!first) return placed
  const isWhole = draft.lines.every(({ id }) => ids.has(id))
  const moved = setSlotStart(placed, slotKey(first), start)
  return { ...moved, start: isWhole ? start : Math.min(draft.start, start) }
}
