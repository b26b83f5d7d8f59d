import { useMemo, useState } from 'react'
import { OfflineError } from '../api/errors.ts'
import { useDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { readCacheState } from '../pull/cache-state.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { type HeldVisit, heldVisits } from './held-visits.ts'
import { type ListRange, startOfRange } from './list-range.ts'
import {
  type DeviceList,
  isToldByDevice,
  type ListedVisit,
  type ListFilter,
  needsMoney,
  type PartialTotals,
  pickVisits,
  totalsOfRows,
  withGains,
  withOwn,
} from './pick-visits.ts'
import { useServerPage, type VisitListAnswer, type VisitListInput } from './use-server-page.ts'

export interface VisitListQuestion {
  input: VisitListInput
  range: ListRange
  decimals: number
}

/** A page of Patients Visits. */
export interface VisitList {
  rows: readonly ListedVisit[]
  /** Of the server's rows; `total_records` stops at COUNT_CAP. */
  page: { start: number; total: number; total_records: number; cur_page: number }
  /** Undefined until known; `sums` is undefined if the reader may not see everybody's. */
  totals: PartialTotals | undefined
  /** Matching visits that exist on this device only, or match only because of changes made here. */
  notOnServer: number
  from: 'device' | 'server'
  /** When the server computed the list. */
  asAt: string | undefined
  /** Set if the device covers less than was requested: visits that start before this are not in the list. */
  coveredFrom: Date | undefined
  /** No device can answer this query, and the server cannot be reached. */
  isOutOfReach: boolean
  isLoading: boolean
  error: Error | undefined
  refresh: () => void
}

/**
 * Returns a page of visits: from this device at once and offline, then from the server. Includes this device's waiting
 * changes either way.
 */
export function useVisitList(question: VisitListQuestion): VisitList {
  const { input, range, decimals } = question
  const { online } = useLink()
  const device = useDevice()
  const own = useDeviceList(question)
  const server = useServerPage(input, online && range.spans.length > 0, own.news)
  const answer = online ? server.answer : undefined
  const list = useHeldWhile(own.list, answer !== undefined && server.isAsking)
  const start = startOfRange(range)
  const { coveredFrom } = own
  const isCovered = coveredFrom !== undefined && start !== undefined && start >= coveredFrom.getTime()
  const isAwaited = server.isAsking && !answer
  // Oldest first: the device's data is not the beginning of the list.
  const isPreview = isCovered || input.order_by !== 'date_asc' || !isAwaited
  const shown = useMemo(
    () =>
      answer ? ofServer(answer, list, decimals) : isPreview ? ofDevice(list, input, decimals) : NOTHING_YET,
    [answer, list, isPreview, input, decimals],
  )
  const problem = server.error instanceof OfflineError ? undefined : server.error
  return {
    ...shown,
    coveredFrom: answer || isCovered || isAwaited ? undefined : coveredFrom,
    isOutOfReach: !online && !isToldByDevice(input as ListFilter),
    isLoading: isAwaited || (!answer && device !== undefined && own.isLoading),
    error: (online ? problem : undefined) ?? own.error,
    refresh: () => {
      device?.refresh()
      server.refresh()
    },
  }
}

/**
 * Keeps the same value while `isHeld`. This device no longer adds a delivered visit: until the server's next answer
 * includes it, the row would be missing for a moment.
 */
function useHeldWhile<Value>(value: Value, isHeld: boolean): Value {
  const [held, setHeld] = useState(value)
  if (!isHeld && held !== value) setHeld(value)
  return isHeld ? held : value
}

type ShownPage = Pick<VisitList, 'rows' | 'page' | 'totals' | 'notOnServer' | 'from' | 'asAt'>

const NOTHING_YET: ShownPage = {
  rows: [],
  page: { start: 0, total: 0, total_records: 0, cur_page: 1 },
  totals: undefined,
  notOnServer: 0,
  from: 'device',
  asAt: undefined,
}

/** The server's page with this device's changes, and its sums. */
export function ofServer(
  { result, as_at }: VisitListAnswer,
  own: DeviceList | undefined,
  decimals: number,
): ShownPage {
  const { rows, added, kept } = withOwn(result.data, own)
  const { sums, ...counts } = result.totals
  const totals = { ...counts, sums: sums ?? undefined }
  return {
    rows: result.page.cur_page === 1 ? rows : kept,
    page: { ...result.page, total: kept.length },
    totals: own ? withGains(totals, own, decimals) : totals,
    notOnServer: added.length,
    from: 'server',
    asAt: as_at.at,
  }
}

/** The same page from this device's data. */
export function ofDevice(
  own: DeviceList | undefined,
  { p, ps }: Pick<VisitListInput, 'p' | 'ps'>,
  decimals: number,
): ShownPage {
  if (!own) return NOTHING_YET
  const [size, current] = [Number(ps ?? 20), Number(p ?? 1)]
  const isAdded = new Set(own.added.map(({ id }) => id))
  const known = own.rows.filter(({ id }) => !isAdded.has(id))
  const start = (current - 1) * size
  const kept = known.slice(start, start + size)
  return {
    rows: current === 1 ? [...own.added, ...kept] : kept,
    page: { start, total: kept.length, total_records: known.length, cur_page: current },
    totals: totalsOfRows(own.rows, decimals),
    notOnServer: own.added.length,
    from: 'device',
    asAt: undefined,
  }
}

interface OwnList {
  list: DeviceList | undefined
  /** Changes when something changed. */
  news: string
  coveredFrom: Date | undefined
  isLoading: boolean
  error: Error | undefined
}

function useDeviceList({ input, range, decimals }: VisitListQuestion): OwnList {
  const filter = input as ListFilter
  const withMoney = needsMoney(filter, range)
  const key = `${JSON.stringify(range.spans)} ${withMoney}`
  const { answer: held, isLoading, error } = useLive(heldVisits(range, withMoney), key)
  const coveredFrom = useLive(COVERED_FROM, '').answer ?? undefined
  const order = input.order_by ?? 'date_desc'
  const list = useMemo(
    () => (held && isToldByDevice(filter) ? pickVisits(held, { filter, range, order, decimals }) : undefined),
    [held, filter, range, order, decimals],
  )
  return { list, news: useMemo(() => newsOf(held), [held]), coveredFrom, isLoading, error }
}

const newsOf = (held: readonly HeldVisit[] = []): string =>
  `${held.length} ${held.reduce((sum, { base }) => sum + (base?.rev ?? 0), 0)}`

/** Visits that start since then are all on this device; null while they are still being fetched. */
const COVERED_FROM: LiveQuestion<string | undefined, Date | null> = {
  read: async ({ databases }) => {
    const { isComplete, windows } = await readCacheState(databases.cache)
    return isComplete ? windows['visit']?.from : undefined
  },
  open: async (from) => (from === undefined ? null : new Date(from)),
}
