import { exportSealed } from '#src/sync/sealed/sealed-file.ts'
import { downloadBlob } from '#src/ui/download-blob.ts'

/**
 * Writes what waits (or only `ids`) into a sealed file and gives it to the person; returns how many changes are in it,
 * none of which makes no file. Throws NotRegisteredError.
 */
export async function saveSealedFile(ids?: readonly string[]): Promise<number> {
  const { name, blob, count } = await exportSealed(ids)
  if (count > 0) downloadBlob(blob, name)
  return count
}
