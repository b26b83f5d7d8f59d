import type { StudyListInput } from '#contract/calls/studies.ts'
import { receivedSince } from '#domain/study/filter-studies.ts'
import { holdsList, type StudyViewer } from '#domain/study/listable-studies.ts'
import type { Device } from '../device.ts'
import { type CacheState, readCacheState } from '../pull/cache-state.ts'
import { useLiveRead } from '../use-live-read.ts'

/** How much of the studies this device holds. */
export interface Coverage {
  /** Studies received since then are all here; undefined while they are still being brought. */
  from: Date | undefined
  /** Another one says that the server had news; undefined until the first copies are whole, whose pages are no news. */
  cursor: string | undefined
}

/** The device's coverage; undefined until it is known, and where there are no databases. */
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

/** Whether this device holds every study that the viewer's filter may find. */
export function covers(
  { from }: Coverage,
  filter: StudyListInput,
  { zone, viewer }: { zone: string; viewer: StudyViewer },
): boolean {
  if (filter.department_id !== undefined) return false
  const start = receivedSince(filter, zone)
  return from !== undefined && start !== undefined && start >= from && holdsList(viewer, filter.flag)
}
