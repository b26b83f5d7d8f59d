import { useState } from 'react'
import { type Placed, placeRows } from './slots.ts'

/** The rendered rows, each with its element, in document order (slots.ts). */
export function useSlots(ids: readonly string[], isMoving: boolean): readonly Placed[] {
  // Outside React state, which would render the grid twice per frame; placing the same rows again changes nothing.
  const [place] = useState(createPlaces)
  return place(ids, !isMoving)
}

function createPlaces() {
  let placed: readonly Placed[] = []
  return (ids: readonly string[], inOrder: boolean) => {
    placed = placeRows(placed, ids, inOrder)
    return placed
  }
}
