import type { StudyListInput } from '#contract/calls/studies.ts'
import { receivedSince } from '#domain/study/lists/filter-studies.ts'
import { holdsList, type StudyViewer } from '#domain/study/lists/listable-studies.ts'
import type { Device } from '../device.ts'
import { type CacheState, readCacheState } from '../pull/cache-state.ts'
import { useLiveRead } from '../use-live-read.ts'

/** How much of the studies this device has. */
export interface Coverage {
  /** Studies received since then are all here; undefined while they are still being fetched. */
  from: Date | undefined
  /** Changes when the server had news; undefined until the first copies are complete: their pages are no news. */
  cursor: string | undefined
}

/** Returns the device's coverage; undefined until it is known, and if there are no databases. */
export function useCoverage(): Coverage | undefined {
  return useLiveRead(readCoverage)
}

async function readCoverage({ databases }: Device): Promise<Coverage> {
  return coverageOf(await readCacheState(databases.cache))
}

export function coverageOf({ isComplete, windows, cursor, keptFrom = 0 }: CacheState): Coverage {
  const from = windows.study?.from
  if (!isComplete) return { from: undefined, cursor: undefined }
  return { from: from ? new Date(Math.max(Date.parse(from), keptFrom)) : undefined, cursor }
}

/** Whether this device has every study that the viewer's filter may match. */
export function covers(
  { from }: Coverage,
  filter: StudyListInput,
  { zone, viewer }: { zone: string; viewer: StudyViewer },
): boolean {
  if (filter.department_id !== undefined) return false
  const start = receivedSince(filter, zone)
  return from !== undefined && start !== undefined && start >= from && holdsList(viewer, filter.flag)
}
