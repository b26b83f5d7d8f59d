/** Storage of this origin on this device, in bytes, and whether the browser promised to keep it. */
export interface StorageFacts {
  used: number
  granted: number
  isPersistent: boolean
}

/** Returns the browser's storage figures; zeros if it reports none. */
export async function readStorageFacts(): Promise<StorageFacts> {
  const storage = navigator.storage as StorageManager | undefined
  const [estimate, isPersistent] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()])
  return {
    used: estimate?.usage ?? 0,
    granted: estimate?.quota ?? 0,
    isPersistent: isPersistent ?? false,
  }
}
