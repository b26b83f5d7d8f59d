import { v7 as mintId } from 'uuid'
import type { BookingDraft, DraftLine, Referrer } from './draft.ts'
import { NO_DISCOUNT, referrerOf, stayKey } from './draft.ts'

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
  return { ...draft, lines, stays: withStays(draft, lines) }
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
  stays: {},
  packageId: null,
})

/** Moves a service to another machine, or in a clinic to another doctor. */
export function setPlace(draft: BookingDraft, lineId: string, placeId: string | null): BookingDraft {
  const lines = draft.lines.map((line) => (line.id === lineId ? { ...line, placeId, isFound: false } : line))
  return { ...draft, lines, stays: withStays(draft, lines) }
}

/** Returns stays with an id for every stay of the lines; a stay whose machine changed as a whole keeps its id. */
function withStays(draft: BookingDraft, lines: readonly DraftLine[]): BookingDraft['stays'] {
  const keys = new Set(lines.map(stayKey))
  const stays = { ...draft.stays }
  for (const line of lines) {
    const key = stayKey(line)
    if (stays[key]) continue
    const before = draft.lines.find(({ id }) => id === line.id)
    const left = before && stayKey(before)
    const moved = left !== undefined && !keys.has(left) ? stays[left] : undefined
    stays[key] = moved ?? { id: mintId(), ...(draft.isFirstFree && { isFound: true }) }
    if (moved && left !== undefined) delete stays[left]
  }
  return stays
}

/** Sets the start of one stay independently of the others. */
export function setStayStart(draft: BookingDraft, key: string, start: number): BookingDraft {
  const stay = draft.stays[key] ?? { id: mintId() }
  return { ...draft, stays: { ...draft.stays, [key]: { ...stay, start, isFound: false } } }
}

/** Moves the whole visit, including stays with their own start. */
export function setStart(draft: BookingDraft, start: number): BookingDraft {
  const by = start - draft.start
  const moved = Object.entries(draft.stays).map(
    ([key, stay]) => [key, stay.start === undefined ? stay : { ...stay, start: stay.start + by }] as const,
  )
  return { ...draft, start, isStartSet: true, stays: Object.fromEntries(moved) }
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

/** Moves a whole stay to another machine and time: a free slot that was offered. */
export function takeSlot(
  draft: BookingDraft,
  stayLines: readonly DraftLine[],
  { placeId, start }: { placeId: string | null; start: number },
): BookingDraft {
  const ids = new Set(stayLines.map(({ id }) => id))
  const lines = draft.lines.map((line) => (ids.has(line.id) ? { ...line, placeId, isFound: false } : line))
  const placed = { ...draft, lines, stays: withStays(draft, lines) }
  const [first] = lines.filter(({ id }) => ids.has(id))
  if (!first) return placed
  const isWhole = draft.lines.every(({ id }) => ids.has(id))
  const moved = setStayStart(placed, stayKey(first), start)
  return { ...moved, start: isWhole ? start : Math.min(draft.start, start) }
}
