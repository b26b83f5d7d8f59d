import { useSyncExternalStore } from 'react'

/** The selected rows of a page. Kept outside React state, so that a tick rerenders one row and not all of them. */
export interface Selection {
  has: (id: string) => boolean
  /** The selected ids, in page order; the same object until it changes. */
  ids: () => readonly string[]
  toggle: (id: string) => void
  /** Selects all selectable rows of the page, or none. */
  setAll: (isSelected: boolean) => void
  /** Sets which rows of the page can be selected; others become unselected. */
  offer: (ids: readonly string[]) => void
  isAll: () => boolean
  subscribe: (listener: () => void) => () => void
}

export function createSelection(): Selection {
  let offered: readonly string[] = []
  let selected: readonly string[] = []
  const listeners = new Set<() => void>()
  const set = (wanted: ReadonlySet<string>) => {
    const next = offered.filter((id) => wanted.has(id))
    if (next.length === selected.length && next.every((id, i) => id === selected[i])) return
    selected = next
    for (const listener of listeners) listener()
  }
  return {
    has: (id) => selected.includes(id),
    ids: () => selected,
    toggle: (id) => {
      const wanted = new Set(selected)
      if (!wanted.delete(id)) wanted.add(id)
      set(wanted)
    },
    setAll: (isSelected) => set(new Set(isSelected ? offered : [])),
    offer: (ids) => {
      offered = ids
      set(new Set(selected))
    },
    isAll: () => offered.length > 0 && selected.length === offered.length,
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useIsSelected = (selection: Selection, id: string) =>
  useSyncExternalStore(selection.subscribe, () => selection.has(id))

export const useSelectedIds = (selection: Selection) =>
  useSyncExternalStore(selection.subscribe, selection.ids)

export const useIsAllSelected = (selection: Selection) =>
  useSyncExternalStore(selection.subscribe, selection.isAll)
