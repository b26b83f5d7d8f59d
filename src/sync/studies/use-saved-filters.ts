import { useEffect, useState } from 'react'
import { type SavedFilter, type SavedFilterBody, savedFilterCalls } from '#contract/calls/saved-filters.ts'
import type { StudyListFlag } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import { callApi } from '../api/call-api.ts'
import { useKeptCall } from '../api/use-kept-call.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** The filters that a person keeps for a list, with what each of them finds. */
export interface SavedFilters {
  filters: readonly SavedFilter[]
  /** When the server counted them last. */
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

/** One's own filters of the list `flag`: counted anew every 2 minutes in view; offline the last answer. */
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
