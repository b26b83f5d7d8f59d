import { exportSealed } from '#src/sync/sealed/sealed-file.ts'
import { downloadBlob } from '#src/ui/files/download-blob.ts'

/**
 * Writes waiting changes (or only `ids`) into a sealed file and downloads it; returns the number of changes,
 * and writes no file if there are none. Throws NotRegisteredError.
 */
export async function saveSealedFile(ids?: readonly string[]): Promise<number> {
  const { name, blob, count } = await exportSealed(ids)
  if (count > 0) downloadBlob(blob, name)
  return count
}
