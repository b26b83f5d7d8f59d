const listeners = new Set<() => void>()

/**
 * Calls `listener` whenever copies were dropped because of lost rights or scopes: values opened from them earlier must
 * no longer be shown, although the same revision may come again with fewer fields.
 */
export function onLetGo(listener: () => void): () => void {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

/** Notifies everyone who keeps opened copies in memory. Call it after the transaction that deleted them. */
export function copiesWereLetGo(): void {
  for (const listener of listeners) listener()
}
