/** Asks the browser not to evict this device's data; it may refuse, and the queue stays visible either way. */
export async function askForPersistentStorage(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  // Older browsers support only part of it.
  if (await storage?.persisted?.()) return
  await storage?.persist?.()
}
