import { useState } from 'react'
import { STUDY_PAGE_SIZE, STUDY_PAGE_SIZES } from '#contract/kernel/paging.ts'

/** How many rows a person likes to see: a number about the screen and nothing about anybody. */
const KEY = 'readroom-page-size'

function keptPageSize(): number {
  const kept = Number(localStorage.getItem(KEY))
  return STUDY_PAGE_SIZES.find((size) => size === kept) ?? STUDY_PAGE_SIZE
}

/** Rows per page, kept on this device (docs/studies.md#study-lists), 20 at first. */
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
