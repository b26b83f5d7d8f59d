/** Room on this device for this origin, in bytes, and whether the browser promised not to take it away. */
export interface StorageFacts {
  used: number
  granted: number
  isPersistent: boolean
}

/** What the browser says of its storage; zeros where it says nothing. */
export async function readStorageFacts(): Promise<StorageFacts> {
  const storage = navigator.storage as StorageManager | undefined
  const [estimate, isPersistent] = await Promise.all([storage?.estimate?.(), storage?.persisted?.()])
  return {
    used: estimate?.usage ?? 0,
    granted: estimate?.quota ?? 0,
    isPersistent: isPersistent ?? false,
  }
}
