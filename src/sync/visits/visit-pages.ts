import { visitListCalls } from '#contract/calls/visit-list.ts'
import { CSV_ROWS_MAX } from '#contract/kernel/paging.ts'
import { callApi } from '../api/call-api.ts'
import { getDevice } from '../current-device.ts'
import { heldVisits } from './held-visits.ts'
import {
  isToldByDevice,
  type ListedVisit,
  type ListFilter,
  needsMoney,
  pickVisits,
  withOwn,
} from './pick-visits.ts'
import type { VisitListQuestion } from './use-visit-list.ts'

const PAGE = 1_000
const PAGES_MAX = CSV_ROWS_MAX / PAGE

/** One page of visits to write into a file. */
export interface VisitPage {
  rows: readonly ListedVisit[]
  /** How many visits match; stops at COUNT_CAP. */
  matching: number
}

/**
 * Yields all visits of a list, up to CSV_ROWS_MAX: from the server, or offline from this device. Includes this device's
 * waiting changes. Throws if the server cannot be reached for a query that no device can answer.
 */
export async function* visitPages(
  question: VisitListQuestion,
  isOnline: boolean,
  signal: AbortSignal,
): AsyncIterable<VisitPage> {
  const own = await pickNow(question)
  if (!isOnline) {
    if (!own) throw new Error('This needs the network. You are offline now.')
    yield { rows: own.rows, matching: own.rows.length }
    return
  }
  for (let p = 1; p <= PAGES_MAX && !signal.aborted; p += 1) {
    const input = { ...question.input, p, ps: PAGE }
    const { result } = await callApi(visitListCalls.allVisits, input, { signal })
    const { rows, kept } = withOwn(result.data, own)
    const more = own?.added.length ?? 0
    yield { rows: p === 1 ? rows : kept, matching: result.page.total_records + more }
    if (result.data.length < PAGE) return
  }
}

async function pickNow({ input, range, decimals }: VisitListQuestion) {
  const filter = input as ListFilter
  if (!isToldByDevice(filter)) return undefined
  const device = getDevice()
  const question = heldVisits(range, needsMoney(filter, range))
  const held = await question.open(await question.read(device), device)
  return pickVisits(held, { filter, range, order: input.order_by ?? 'date_desc', decimals })
}
