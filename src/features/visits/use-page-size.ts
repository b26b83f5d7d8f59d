import { useState } from 'react'
import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'

/** The storage key of a person's page size; it contains no personal data. */
const KEY = 'readroom-visits-page-size'

function keptPageSize(): number {
  const kept = Number(localStorage.getItem(KEY))
  return SALES_PAGE_SIZES.find((size) => size === kept) ?? SALES_PAGE_SIZE
}

/** Returns the rows per page, kept on this device; initially 20. */
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
