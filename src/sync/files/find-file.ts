import type { FileBody } from '#src/db/tables.ts'
import { currentDevice } from '../current-device.ts'
import { findLocalFile, keepCopy } from './file-copies.ts'
import { downloadFile } from './file-transfer.ts'
import { makePageAddress, onPageAddressesDropped } from './page-addresses.ts'

/**
 * Returns a file's bytes: from this device, otherwise from the server, and then stored as a copy for offline use.
 * `link` is a signed URL for files that the id alone gives no right to read. Throws ApiError or OfflineError.
 */
export async function findFile(fileId: string, link?: string): Promise<FileBody> {
  const databases = currentDevice()?.databases
  const local = databases && (await findLocalFile(databases, fileId))
  if (local) return local
  const body = await downloadFile(link ?? fileId)
  if (databases) await keepCopy(databases, fileId, body)
  return body
}

const urls = new Map<string, Promise<string | undefined>>()
onPageAddressesDropped(() => urls.clear())

/**
 * Returns a blob URL for a stored image, or undefined if it is unavailable. One per file until the page is locked; a
 * missing one is looked up again the next time.
 */
export function imageUrlOf(fileId: string): Promise<string | undefined> {
  const known = urls.get(fileId)
  if (known) return known
  const found = findFile(fileId)
    .then(({ bytes, type }) => makePageAddress(new Blob([bytes], { type })))
    .catch(() => {
      urls.delete(fileId)
      return undefined
    })
  urls.set(fileId, found)
  return found
}
