import { dropPageAddress, makePageAddress } from '#src/sync/files/page-addresses.ts'

/** The browser needs the address for as long as it takes to take the bytes over. */
const KEPT_MS = 60_000

/** Hands a file that this page made to the browser's downloads. */
export function downloadBlob(blob: Blob, name: string): void {
  const address = makePageAddress(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => dropPageAddress(address), KEPT_MS)
}
