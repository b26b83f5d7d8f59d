/** Hands a file that this page made to the browser's downloads. */
export function downloadBlob(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The download has taken the bytes over by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}
