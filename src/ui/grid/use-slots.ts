import { useState } from 'react'
import { type Placed, placeRows } from './slots.ts'

/** The rows that are drawn, each with its element, in the order of the document (slots.ts). */
export function useSlots(ids: readonly string[], isMoving: boolean): readonly Placed[] {
  // Kept beside React's state, which would draw the grid twice at each frame; placing the same rows again changes nothing.
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
