import { dropPageAddress, makePageAddress } from '#src/sync/files/page-addresses.ts'

/** The browser needs the URL until it has taken over the bytes. */
const KEPT_MS = 60_000

/** Downloads a file that this page created. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = makePageAddress(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => dropPageAddress(address), KEPT_MS)
}
