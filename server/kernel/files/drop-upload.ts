import type { Kernel } from '../http/kernel.ts'
import { deleteUpload, findUpload } from './upload-rows.ts'

type Parts = Pick<Kernel, 'database' | 'files'>

/**
 * Deletes an upload with its chunks. The chunks first: a row without chunks is found and dropped later, but chunks
 * without a row never would be.
 */
export async function dropUpload(
  { database, files }: Parts,
  clientId: string,
  uploadId: string,
  touchedBefore?: Date,
): Promise<void> {
  const upload = await database.tenant(clientId, (tx) => findUpload(tx, clientId, uploadId))
  if (!upload) return
  await files.chunks.drop({ clientId, uploadId }, upload.chunks)
  await database.tenant(clientId, (tx) => deleteUpload(tx, clientId, uploadId, touchedBefore))
}
