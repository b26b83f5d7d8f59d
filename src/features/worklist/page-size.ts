import { useState } from 'react'
import { STUDY_PAGE_SIZE, STUDY_PAGE_SIZES } from '#contract/kernel/paging.ts'

/** The storage key of a person's page size; it contains no personal data. */
const KEY = 'readroom-page-size'

function keptPageSize(): number {
  const kept = Number(localStorage.getItem(KEY))
  return STUDY_PAGE_SIZES.find((size) => size === kept) ?? STUDY_PAGE_SIZE
}

/** Returns the rows per page, kept on this device (docs/studies.md#study-lists); initially 20. */
export function usePageSize(): [number, (size: number) => void] {
  const [size, setSize] = useState(keptPageSize)
  return [
    size,
    (next) => {
      localStorage.setItem(KEY, String(next))
      setSize(next)
    },
  ]
}
