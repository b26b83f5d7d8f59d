/** Asks the browser not to evict what is on this device; it may refuse, and the queue stays visible either way. */
export async function askForPersistentStorage(): Promise<void> {
  const storage = navigator.storage as StorageManager | undefined
  // Older browsers have a part of it only.
  if (await storage?.persisted?.()) return
  await storage?.persist?.()
}
