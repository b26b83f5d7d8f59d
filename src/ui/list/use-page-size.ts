import { useState } from 'react'

/**
 * Returns the rows per page, kept on this device under `key`, which contains no personal data; initially `usual`
 * (docs/studies.md#study-lists).
 */
export function usePageSize(
  key: string,
  sizes: readonly number[],
  usual: number,
): [number, (size: number) => void] {
  const [size, setSize] = useState(() => {
    const kept = Number(localStorage.getItem(key))
    return sizes.find((one) => one === kept) ?? usual
  })
  return [
    size,
    (next) => {
      localStorage.setItem(key, String(next))
      setSize(next)
    },
  ]
}
