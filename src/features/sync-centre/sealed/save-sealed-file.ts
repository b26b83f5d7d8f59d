import { exportSealed } from '#src/sync/sealed/sealed-file.ts'

/** The browser needs the address for as long as it takes to begin the download. */
const KEPT_MS = 60_000

/**
 * Writes what waits (or only `ids`) into a sealed file and gives it to the person; answers how many changes are in it,
 * none of which makes no file. Throws NotRegisteredError.
 */
export async function saveSealedFile(ids?: readonly string[]): Promise<number> {
  const { name, blob, count } = await exportSealed(ids)
  if (count === 0) return 0
  const address = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), KEPT_MS)
  return count
}
