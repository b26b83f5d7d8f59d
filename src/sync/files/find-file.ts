import type { FileBody } from '#src/db/tables.ts'
import { currentDevice } from '../current-device.ts'
import { findLocalFile, keepCopy } from './file-copies.ts'
import { downloadFile } from './file-transfer.ts'
import { makePageAddress, onPageAddressesDropped } from './page-addresses.ts'

/**
 * A file's bytes: from this device, else from the server, and then kept as a copy for work without the network.
 * `link` is a signed address where the id alone gives no right to read. Throws ApiError or OfflineError.
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
 * An address of this page for a stored picture, or undefined while it cannot be had. One for each file until the page is
 * locked; a missing one is looked for again the next time.
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
