const made = new Set<string>()
const drops = new Set<() => void>()

/**
 * Creates a blob URL of this page for bytes that it holds. All are created here, because none may outlive the lock:
 * anyone who knows the URL could read the bytes.
 */
export function makePageAddress(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  made.add(address)
  return address
}

/** Revokes a URL; its bytes can no longer be read through it. */
export function dropPageAddress(address: string): void {
  made.delete(address)
  URL.revokeObjectURL(address)
}

/** Calls `drop` whenever all URLs are revoked, for callers that cache some of them. */
export function onPageAddressesDropped(drop: () => void): void {
  drops.add(drop)
}

/** Revokes all URLs of this page, because it was locked. */
export function dropPageAddresses(): void {
  for (const address of made) URL.revokeObjectURL(address)
  made.clear()
  for (const drop of drops) drop()
}
