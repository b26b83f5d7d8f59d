import { type RefObject, useEffect, useRef } from 'react'

export interface ListFocus {
  /** Takes whether the keyboard asked for the priors since it was last taken. */
  takeAsk: () => boolean
  /** How often it asked. */
  asked: number
  /** The prior that is open; undefined while the list is shown. */
  open: string | undefined
  /** The priors of the list in their order; undefined where there is none. */
  listed: readonly string[] | undefined
}

/**
 * Moves the focus in the column of the priors: into it when the keyboard asks, on to the list where that comes later, and
 * back to the row of a prior that was closed. Whoever types elsewhere meanwhile keeps the focus.
 */
export function useListFocus(
  column: RefObject<HTMLElement | null>,
  { takeAsk, asked, open, listed }: ListFocus,
): void {
  const isAwaited = useRef(false)
  const hasList = listed !== undefined
  useEffect(() => {
    if (asked === 0 || !takeAsk()) return
    const first = column.current?.querySelector('button')
    isAwaited.current = !first
    ;(first ?? column.current)?.focus()
  }, [asked, takeAsk, column])
  useEffect(() => {
    if (!hasList || !isAwaited.current) return
    isAwaited.current = false
    if (isFree(column.current)) column.current?.querySelector('button')?.focus()
  }, [hasList, column])

  const before = useRef(open)
  useEffect(() => {
    const closed = open === undefined ? before.current : undefined
    before.current = open
    const row = closed === undefined ? -1 : (listed?.indexOf(closed) ?? -1)
    if (row >= 0 && isFree(column.current)) column.current?.querySelectorAll('button')[row]?.focus()
  }, [open, listed, column])
}

/** Whether the focus is nowhere else than in the column. */
const isFree = (column: HTMLElement | null) =>
  document.activeElement === document.body || column?.contains(document.activeElement) === true
