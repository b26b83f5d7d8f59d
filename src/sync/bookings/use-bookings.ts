import { useEffect, useMemo, useState } from 'react'
import { type BookingRow, bookingCalls } from '#contract/calls/bookings.ts'
import { isRequested } from '#domain/status/booking-status.ts'
import { DESK_REFRESH_MS } from '#domain/time/intervals.ts'
import type { DatedCopy } from '#src/db/cache-database.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { type BookingsInput, type BookingsPage, pickBookings } from './pick-bookings.ts'
import { useVisitStatuses } from './use-visit-statuses.ts'

export interface Bookings extends Partial<BookingsPage> {
  /** True if they are this device's copies. */
  isFromDevice: boolean
  error?: Error
  refresh: () => void
}

/**
 * Returns a page of booking requests: this device's copies at once and offline, the server's as soon as it answers and
 * again at each change; requests that still wait are polled every minute.
 */
export function useBookings(input: BookingsInput, isOnline: boolean): Bookings {
  const ticks = useMinutes(isRequested(input.status))
  const copies = useLive(COPIES, 'booking requests').answer
  const news = useMemo(() => `${ticks} ${copies ? newsOf(copies) : ''}`, [ticks, copies])
  const asked = useKeptCall(bookingCalls.requests, input, { isWanted: isOnline, news, keptAs: undefined })
  const own = useMemo(() => copies && pickBookings(copies, input), [copies, input])
  const server = asked.answer?.result
  const isServer = isOnline && server !== undefined
  const shown = isServer ? { rows: server.data, page: server.page } : own
  const rows = useWithVisits(shown?.rows)
  return {
    ...(rows && shown && { rows, page: shown.page }),
    isFromDevice: !isServer,
    ...(asked.error && { error: asked.error }),
    refresh: asked.refresh,
  }
}

const COPIES: LiveQuestion<DatedCopy[], BookingRow[]> = {
  read: ({ databases }) => databases.cache.bookingRequests.toArray(),
  open: async (rows, { databases }) => {
    const opened = await databases.bookingRequests.openAll(rows)
    return opened.map(({ body }) => body)
  },
}

const newsOf = (copies: readonly BookingRow[]) =>
  `${copies.length} ${copies.reduce((sum, { rev }) => sum + rev, 0)}`

/** If this device has the visit, its state is the newest: a visit that was started offline shows as started. */
function useWithVisits(rows: readonly BookingRow[] | undefined): readonly BookingRow[] | undefined {
  const ids = useMemo(() => (rows ?? []).flatMap(({ appt_id }) => appt_id ?? []), [rows])
  const statuses = useVisitStatuses(ids)
  return useMemo(
    () =>
      rows?.map((row) => {
        const known = row.appt_id === null ? undefined : statuses.get(row.appt_id)
        return known ? { ...row, ...known } : row
      }),
    [rows, statuses],
  )
}

function useMinutes(isWanted: boolean): number {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    if (!isWanted) return undefined
    const each = pollEvery(DESK_REFRESH_MS, true, browserPage()).subscribe(() => setTicks((n) => n + 1))
    return () => each.unsubscribe()
  }, [isWanted])
  return ticks
}
