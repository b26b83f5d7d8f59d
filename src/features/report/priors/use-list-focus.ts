import { type RefObject, useEffect, useRef } from 'react'

export interface ListFocus {
  /** Returns whether the keyboard requested the priors since the last call. */
  takeAsk: () => boolean
  /** How often the keyboard requested them. */
  asked: number
  /** The open prior; undefined while the list is shown. */
  open: string | undefined
  /** The priors of the list in order; undefined if there is no list. */
  listed: readonly string[] | undefined
}

/**
 * Moves the focus in the priors column: into it when the keyboard requests it (when the list arrives, if that
 * is later), and back to the row of a closed prior. Does not take the focus from a person who types elsewhere
 * in the meantime.
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

/** Returns whether the focus is in the column or nowhere. */
const isFree = (column: HTMLElement | null) =>
  document.activeElement === document.body || column?.contains(document.activeElement) === true
