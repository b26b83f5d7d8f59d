const listeners = new Set<() => void>()

/**
 * Calls `listener` whenever copies were let go of because of lost rights or scopes: what was opened from them earlier
 * must not be shown any longer, although the same revision may come again with fewer fields.
 */
export function onLetGo(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Tells everybody who keeps opened copies in memory. Call it after the transaction that deleted them. */
export function copiesWereLetGo(): void {
  for (const listener of listeners) listener()
}
