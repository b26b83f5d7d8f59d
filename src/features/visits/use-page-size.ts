import { useState } from 'react'
import { SALES_PAGE_SIZE, SALES_PAGE_SIZES } from '#contract/calls/sales-filters.ts'

/** How many rows a person likes to see: it says nothing about anybody. */
const KEY = 'readroom-visits-page-size'

function keptPageSize(): number {
  const kept = Number(localStorage.getItem(KEY))
  return SALES_PAGE_SIZES.find((size) => size === kept) ?? SALES_PAGE_SIZE
}

/** Rows a page, kept on this device, 20 at first. */
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
