import { useDebouncedValue } from '@mantine/hooks'
import { useState } from 'react'
import type { MasterFilter } from '#src/sync/masters/pick-masters.ts'

export type StatusFilter = '' | '0' | '1'

/** Long enough that a word typed without a pause causes one request. */
const TYPING_MS = 200

/** The filters of a list and its open page. */
export interface ListState {
  word: string
  setWord: (word: string) => void
  status: StatusFilter
  setStatus: (status: StatusFilter) => void
  page: number
  setPage: (page: number) => void
  pageSize: number
  setPageSize: (size: number) => void
  /** The filter to send to the device or server. */
  filter: MasterFilter
  isNarrowed: boolean
  clear: () => void
}

/** The state of a list that opens with `pageSize` rows; changing a filter returns to the first page. */
export function useListState(initialSize: number): ListState {
  const [state, setState] = useState({ word: '', status: '' as StatusFilter, page: 1, pageSize: initialSize })
  const [word] = useDebouncedValue(state.word, TYPING_MS)
  const change = (part: Partial<typeof state>) => setState((before) => ({ ...before, page: 1, ...part }))
  return {
    ...state,
    setWord: (typed) => change({ word: typed }),
    setStatus: (status) => change({ status }),
    setPage: (page) => change({ page }),
    setPageSize: (pageSize) => change({ pageSize }),
    filter: { k: word.trim(), status: state.status },
    isNarrowed: state.word !== '' || state.status !== '',
    clear: () => change({ word: '', status: '' }),
  }
}
