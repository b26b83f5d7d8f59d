import { useEffect, useState } from 'react'
import { type SavedFilter, type SavedFilterBody, savedFilterCalls } from '#contract/calls/saved-filters.ts'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** A user's saved filters for a list, with their counts. */
export interface SavedFilters {
  filters: readonly SavedFilter[]
  /** When the server last counted them. */
  countedAt: Date | undefined
  /** Needs the network; throws like callApi. */
  save: (filter: NewFilter) => Promise<void>
  remove: (id: string) => Promise<void>
}

export interface NewFilter {
  id: string
  name: string
  filter: SavedFilterBody
}

const NONE: readonly SavedFilter[] = []

/** Returns the user's own filters of the list `flag`: refreshed every 2 minutes while visible; last counts offline. */
export function useSavedFilters(flag: StudyListFlag, isOnline: boolean): SavedFilters {
  const [ticks, setTicks] = useState(0)
  useEffect(() => {
    const each = pollEvery(STUDY_LIST_REFRESH_MS, true, browserPage()).subscribe(() => setTicks((n) => n + 1))
    return () => each.unsubscribe()
  }, [])
  const { answer, at, refresh } = useKeptCall(
    savedFilterCalls.savedFilters,
    { flag },
    { isWanted: isOnline, news: String(ticks), keptAs: `saved filters ${flag}` },
  )
  return {
    filters: answer?.result ?? NONE,
    countedAt: at,
    save: async (filter) => {
      await callApi(savedFilterCalls.saveFilter, { ...filter, flag })
      refresh()
    },
    remove: async (id) => {
      await callApi(savedFilterCalls.deleteFilter, { id })
      refresh()
    },
  }
}
