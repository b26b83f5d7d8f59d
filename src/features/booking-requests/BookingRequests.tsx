import { Tabs } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useMemo, useState } from 'react'
import type { BookingRow } from '#contract/calls/bookings.ts'
import { BOOKING_STATUS_TABLE, BOOKING_STATUSES } from '#domain/status/booking-status.ts'
import { useBookings } from '#src/sync/bookings/use-bookings.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { lazyPart } from '#src/ui/lazy-part.tsx'
import lists from '#src/ui/list/list.module.css'
import { Pager } from '#src/ui/list/Pager.tsx'
import { EmptyState } from '#src/ui/notes/EmptyState.tsx'
import { ErrorNote } from '#src/ui/notes/ErrorNote.tsx'
import { SkeletonRows } from '#src/ui/notes/SkeletonRows.tsx'
import { PageHeader } from '#src/ui/PageHeader.tsx'
import { changeListParams } from '#src/ui/params/change-params.ts'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useSteady } from '#src/ui/use-steady.ts'
import type { FormStart } from './BookForRequest.tsx'
import classes from './booking-requests.module.css'
import { ConvertDialog } from './ConvertDialog.tsx'
import { HeaderTools } from './HeaderTools.tsx'
import { RequestDocument } from './RequestDocument.tsx'
import { RequestFilters } from './RequestFilters.tsx'
import { RequestRows, type RunAction } from './RequestRows.tsx'
import { type RequestKey, readRequestFilter, TYPED_KEYS } from './request-filter.ts'
import { endRequest, startVisit } from './run-action.ts'
import { REQUEST_WORDS as WORDS } from './words.ts'

const VisitPanel = lazyPart(async () => ({
  default: (await import('#src/parts/visit-panel/VisitPanel.tsx')).VisitPanel,
}))
const BookForRequest = lazyPart(async () => ({
  default: (await import('./BookForRequest.tsx')).BookForRequest,
}))

/** Booking requests from patients and hospital systems, with their outcome (docs/visits.md#booking-requests). */
export default function BookingRequests() {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useSteady(useMemo(() => readRequestFilter(params), [params]))
  const { online } = useLink()
  const list = useBookings(filter, online)
  const { ref, width } = useElementSize<HTMLDivElement>()
  const [converting, setConverting] = useState<BookingRow>()
  const [opened, setOpened] = useState<string>()
  const [shown, setShown] = useState<BookingRow>()
  const [booking, setBooking] = useState<FormStart>()
  const change = (asked: Partial<Record<RequestKey, string>>) =>
    setParams((now) => changeListParams(now, asked), { replace: asked.p === undefined })
  const run: RunAction = (kind, row) => {
    if (kind === 'convert') setConverting(row)
    else if (kind === 'open') setOpened(row.appt_id ?? undefined)
    else if (kind === 'document') setShown(row)
    else if (kind === 'start') void startVisit(row)
    else void endRequest(row, kind, list.refresh)
  }
  return (
    <div ref={ref} className={lists.screen}>
      <PageHeader title={WORDS.title} subtitle={online ? undefined : WORDS.fromDevice}>
        <HeaderTools branchId={filter.branch_id} onRefresh={list.refresh} />
      </PageHeader>
      <StatusTabs status={filter.status} onStatus={(status) => change({ status })} />
      <RequestFilters filter={filter} onChange={change} />
      {list.error && online && (
        <ErrorNote
          title={WORDS.failed}
          message={list.error.message}
          kept={WORDS.kept}
          onRetry={list.refresh}
        />
      )}
      <div className={lists.rows}>
        {!list.rows && <SkeletonRows rows={10} />}
        {list.rows?.length === 0 && <EmptyState title={WORDS.empty[filter.status]} hint={WORDS.emptyHint} />}
        {list.rows && list.page && list.rows.length > 0 && (
          <RequestRows rows={list.rows} page={list.page} width={width} isOnline={online} onRun={run} />
        )}
      </div>
      {list.page && (
        <Pager
          page={list.page}
          pageSize={Number(filter.ps)}
          onPage={(page) => change({ p: String(page) })}
          onPageSize={(size) => change({ ps: String(size) })}
        />
      )}
      {converting && (
        <ConvertDialog
          request={converting}
          onClose={() => setConverting(undefined)}
          onConverted={list.refresh}
          onForm={(start) => {
            setConverting(undefined)
            setBooking(start)
          }}
        />
      )}
      <RequestDocument request={shown} onClose={() => setShown(undefined)} />
      {booking && (
        <BookForRequest
          from={booking}
          onSaved={() => {
            setBooking(undefined)
            list.refresh()
          }}
          onClose={() => setBooking(undefined)}
        />
      )}
      {opened !== undefined && <VisitPanel visitId={opened} onClose={() => setOpened(undefined)} />}
    </div>
  )
}

function StatusTabs({ status, onStatus }: { status: string; onStatus: (status: string) => void }) {
  return (
    <Tabs value={status} onChange={(next) => next && onStatus(next)}>
      <Tabs.List aria-label={WORDS.tabs} className={classes.tabs}>
        {BOOKING_STATUSES.map((one) => (
          <Tabs.Tab key={one} value={one} color={BOOKING_STATUS_TABLE[one].colour}>
            {BOOKING_STATUS_TABLE[one].label}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
