import { useEffect, useState } from 'react'

/** How long a record is looked for: the list that opens later is not the one that a person goes back to. */
const SOUGHT_MS = 60_000

let left: { id: string; at: number } | undefined

/** Remembers the record that a person leaves for its list, which opens at that row. */
export function leaveRow(id: string): void {
  left = { id, at: performance.now() }
}

const justLeft = () => (left && performance.now() - left.at < SOUGHT_MS ? left.id : undefined)

/** The record that was just left for this list, told once: other lists do not look for it. */
export function useLeftRow(): string | undefined {
  const [mine] = useState(justLeft)
  useEffect(() => {
    left = undefined
  }, [])
  return mine
}
