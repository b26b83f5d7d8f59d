import type { Occupant } from '#domain/visit/calendar-rules.ts'
import { type FirstFreeWish, openToday, placeFirstFree } from '#domain/visit/first-free.ts'
import type { BranchHours } from '#domain/visit/open-hours.ts'
import { type BookingDraft, type DraftLine, slotKey } from './draft.ts'
import type { CalendarCatalogue } from './wished-slots.ts'

const MINUTE_MS = 60_000
/** Slot minutes for a department that defines none: the booking is refused anyway. */
const NO_SLOT = 15

/** The facts for finding the first free places. */
export interface PlaceFacts {
  catalogue: CalendarCatalogue
  occupants: readonly Occupant[]
  hours: BranchHours | undefined
  /** Milliseconds. */
  now: number
}

/** A draft with its slots at the first free places. */
export interface PlacedDraft {
  draft: BookingDraft
  /** A slot found no free place within today's open hours. */
  isOutsideHours: boolean
}

/**
 * Places the slots of a quick booking at the first free machines, not before its start and not before now. Manual
 * choices stay: a chosen machine gets its first free time, a chosen time is kept. A placed draft may be placed again,
 * on another calendar.
 */
export function placeDraft(asked: BookingDraft, facts: PlaceFacts): PlacedDraft {
  if (!asked.isFirstFree) return { draft: asked, isOutsideHours: false }
  const start = asked.isStartSet ? asked.start : Math.max(asked.start, wholeMinute(facts.now))
  const draft = { ...asked, start }
  const groups = Map.groupBy(draft.lines, slotKey)
  const wishes = [...groups].map(([key, lines]) => wishOf(draft, { key, lines, facts }))
  const placed = placeFirstFree(wishes, {
    notBefore: start,
    open: facts.hours ? openToday(start, facts.hours) : [],
    busy: [],
  })
  const found = placed.reduce((now, place) => putAt(now, groups.get(place.key) ?? [], place), draft)
  return { draft: found, isOutsideHours: placed.some((place) => place.isOutsideHours) }
}

const wholeMinute = (at: number) => Math.ceil(at / MINUTE_MS) * MINUTE_MS

interface Group {
  key: string
  lines: readonly DraftLine[]
  facts: PlaceFacts
}

function wishOf(draft: BookingDraft, { key, lines, facts }: Group): FirstFreeWish {
  const { catalogue, occupants } = facts
  const [first] = lines
  const departmentId = first?.departmentId ?? ''
  const mayOverlap = catalogue.departments.find(({ id }) => id === departmentId)?.may_overlap === 1
  const slot = draft.slots[key]
  const takenAt = (id: string) =>
    mayOverlap
      ? []
      : occupants.filter(
          (one) => one.visitId !== draft.visitId && (one.machineId === id || one.doctorId === id),
        )
  return {
    key,
    minutes: lines.length * (catalogue.slotMinutesOf(departmentId) ?? NO_SLOT),
    places: placesFor(draft, lines, catalogue).map((id) => ({ id, taken: takenAt(id) })),
    ...(slot && !slot.isFound && { start: slot.start }),
  }
}

/**
 * Machines that a slot may use: those of its department that were not chosen manually for something else in the
 * booking.
 */
function placesFor(draft: BookingDraft, lines: readonly DraftLine[], catalogue: CalendarCatalogue): string[] {
  const [first] = lines
  if (!first) return []
  if (!lines.every(({ isFound }) => isFound)) return first.placeId === null ? [] : [first.placeId]
  const all = catalogue.placesOf(first.departmentId).map(({ id }) => id)
  const chosen = new Set(
    draft.lines
      .filter((line) => line.departmentId === first.departmentId && !line.isFound)
      .map(({ placeId }) => placeId),
  )
  const others = all.filter((id) => !chosen.has(id))
  return others.length > 0 ? others : all
}

function putAt(
  draft: BookingDraft,
  own: readonly DraftLine[],
  { key, placeId, start }: { key: string; placeId: string | null; start: number },
): BookingDraft {
  const slot = draft.slots[key]
  const [first] = own
  if (!first || !slot) return draft
  const ids = new Set(own.map(({ id }) => id))
  const isMoved = own.every(({ isFound }) => isFound)
  const lines = isMoved
    ? draft.lines.map((line) => (ids.has(line.id) ? { ...line, placeId } : line))
    : draft.lines
  const { [key]: _, ...others } = draft.slots
  const place = isMoved ? placeId : first.placeId
  const timed = slot.isFound ? { ...slot, start } : slot
  return {
    ...draft,
    lines,
    slots: { ...others, [slotKey({ departmentId: first.departmentId, placeId: place })]: timed },
  }
}
