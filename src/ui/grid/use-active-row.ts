import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useStableCallback } from '../use-stable-callback.ts'
import { useListKeys } from './use-list-keys.ts'

export interface ActiveRowOptions {
  /** The record whose row is initially active, once it is in the list. */
  first?: string | undefined
  onOpen: (index: number) => void
  /** Brings a row into view. */
  onShow: (index: number) => void
}

/** The row that the keyboard acts on; it stays on its record while the list refreshes. */
export function useActiveRow(rowIds: readonly string[], { first, onOpen, onShow }: ActiveRowOptions) {
  const [id, setId] = useState(first)
  const index = id === undefined ? -1 : rowIds.indexOf(id)

  const show = useEffectEvent(onShow)
  const isShown = useRef(first === undefined)
  useEffect(() => {
    const at = first === undefined ? -1 : rowIds.indexOf(first)
    if (isShown.current || at < 0) return
    isShown.current = true
    show(at)
  }, [rowIds, first])

  const activate = useStableCallback((to: number) => setId(rowIds[to]))
  const move = (to: number) => {
    activate(to)
    onShow(to)
  }
  useListKeys({ count: rowIds.length, active: index, onMove: move, onOpen })

  /** Arrows, Home and End work while the focus is in the grid; j, k and Enter work on the whole page. */
  const onKeyDown = (event: KeyboardEvent) => {
    const last = rowIds.length - 1
    const to = { ArrowDown: index + 1, ArrowUp: index - 1, Home: 0, End: last }[event.key]
    if (to === undefined || last < 0 || event.target !== event.currentTarget) return
    event.preventDefault()
    move(Math.max(0, Math.min(last, to)))
  }
  return { id, index, activate, onKeyDown }
}
