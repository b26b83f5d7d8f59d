import { useMemo, useState } from 'react'
import type { QueueItem } from '#src/sync/outbox/look/use-queue.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

export interface Selection {
  items: readonly QueueItem[]
  has: (id: string) => boolean
  toggle: (id: string) => void
  clear: () => void
}

/** Returns whether a change can be selected: only waiting changes can be retried or exported. */
export const isSelectable = ({ state }: QueueItem) => state === 'needs_you' || state === 'device'

/** Returns the selected ones among `items`; a change that leaves the queue leaves the selection. */
export function useSelection(items: readonly QueueItem[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set())
  const chosen = useMemo(() => items.filter((item) => ids.has(item.id) && isSelectable(item)), [items, ids])
  const toggle = useStableCallback((id: string) => {
    const next = new Set(ids)
    if (!next.delete(id)) next.add(id)
    setIds(next)
  })
  const clear = useStableCallback(() => setIds(new Set()))
  return { items: chosen, has: (id) => ids.has(id), toggle, clear }
}
