import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { callApi } from '../api/call-api.ts'
import type { MasterRecord } from './master-of.ts'
import type { MasterFilter } from './pick-masters.ts'

/** Rows per page, the server's maximum. */
const ALL_ROWS = 1000

/** A page of the server's list. */
export interface MasterPage {
  rows: readonly MasterRecord[]
  /** Number of the first row in the whole list, from 0. */
  start: number
  totalRecords: number
}

/** Requests a page from the server. Throws ApiError or OfflineError. */
export async function askMasterPage(
  master: AnyMaster,
  filter: MasterFilter,
  { page, pageSize }: { page: number; pageSize: number },
  signal?: AbortSignal,
): Promise<MasterPage> {
  const input = { ...withoutBlanks(filter), p: page, ps: pageSize }
  const { result } = await callApi(master.calls.list, input, { signal })
  return {
    rows: result.data as unknown as MasterRecord[],
    start: result.page.start,
    totalRecords: result.page.total_records,
  }
}

/** Requests all matching records, as far as the server returns them. Throws ApiError or OfflineError. */
export async function askAllMasters(
  master: AnyMaster,
  filter: MasterFilter,
  signal?: AbortSignal,
): Promise<readonly MasterRecord[]> {
  if (!master.allCall) {
    const { rows } = await askMasterPage(master, filter, { page: 1, pageSize: ALL_ROWS }, signal)
    return rows
  }
  const { result } = await callApi(master.allCall, withoutBlanks(filter), { signal })
  return result
}

function withoutBlanks(filter: MasterFilter): Record<string, string> {
  const given = Object.entries(filter).filter(
    ([, value]) => value !== undefined && value !== null && value !== '',
  )
  return Object.fromEntries(given.map(([name, value]) => [name, String(value)]))
}
