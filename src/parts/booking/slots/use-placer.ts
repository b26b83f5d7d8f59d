import { useMemo } from 'react'
import { useNow } from '#src/parts/calendar/use-now.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { findOccupants, useOccupants } from '#src/sync/desk/occupants.ts'
import { useBranches } from '#src/sync/directory/use-directory.ts'
import type { BookingDraft } from '../draft/draft.ts'
import { placeDraft } from '../draft/place-draft.ts'
import type { CalendarCatalogue } from '../draft/wished-slots.ts'

const HOUR_MS = 3_600_000
/** Longer than any day of a branch. */
const AHEAD_MS = 72 * HOUR_MS

/** Nothing is read for a booking whose places are all chosen manually. */
const NOTHING = { from: 0, to: 0 }

/** Finds the first free slots of a quick booking, following this device's calendar as it changes. */
export function usePlacer(asked: BookingDraft, catalogue: CalendarCatalogue) {
  const hours = useBranches().find(({ id }) => id === asked.branchId)
  const now = useNow()
  // Rounded to the hour: the calendar is not read again every minute.
  const from = Math.floor(asked.start / HOUR_MS) * HOUR_MS
  const span = asked.isFirstFree ? { from, to: from + AHEAD_MS } : NOTHING
  const occupants = useOccupants(span)
  return useMemo(() => {
    const facts = { catalogue, hours }
    return {
      place: (draft: BookingDraft) => placeDraft(draft, { ...facts, occupants: occupants ?? [], now }),
      placeNow: async (draft: BookingDraft) => {
        if (!draft.isFirstFree) return draft
        const device = getDevice()
        const { start } = draft
        const found = await findOccupants(device, { from: start - HOUR_MS, to: start + AHEAD_MS })
        return placeDraft(draft, { ...facts, occupants: found, now: device.author.now() }).draft
      },
    }
  }, [catalogue, hours, occupants, now])
}
