const made = new Set<string>()
const drops = new Set<() => void>()

/**
 * An address of this page (blob:) for bytes that it holds. Every one is made here, because none may outlive the lock:
 * whoever knows the address could read the bytes by it.
 */
export function makePageAddress(blob: Blob): string {
  const address = URL.createObjectURL(blob)
  made.add(address)
  return address
}

/** Gives an address back; its bytes can no longer be read by it. */
export function dropPageAddress(address: string): void {
  made.delete(address)
  URL.revokeObjectURL(address)
}

/** Calls `drop` whenever all addresses are given back, for who keeps some of them. */
export function onPageAddressesDropped(drop: () => void): void {
  drops.add(drop)
}

/** Gives all addresses of this page back: it was locked. */
export function dropPageAddresses(): void {
  for (const address of made) URL.revokeObjectURL(address)
  made.clear()
  for (const drop of drops) drop()
}
