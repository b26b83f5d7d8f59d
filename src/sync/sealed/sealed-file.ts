import { callBare } from '../api/call-bare.ts'
import { getDevice } from '../current-device.ts'
import { collectSealed } from './export-sealed.ts'
import { type Imported, importFile } from './import-sealed.ts'
import { sealWaiting } from './seal-waiting.ts'

export type { Imported }

/**
 * Exports the waiting commands of this device as a file that only the server can open; with `ids`, only these and what
 * they follow. Throws NotRegisteredError.
 */
export async function exportSealed(
  ids?: readonly string[],
): Promise<{ name: string; blob: Blob; count: number }> {
  const { databases, author } = getDevice()
  await sealWaiting(databases, author.seal, author.sign)
  const file = await collectSealed(databases.work, author.now(), ids)
  const moment = file.exported_at.slice(0, 16).replaceAll(/[-:]/g, '').replace('T', '-')
  return {
    name: `readroom-unsent-${moment}.json`,
    blob: new Blob([JSON.stringify(file)], { type: 'application/json' }),
    count: file.items.length,
  }
}

/** Imports a file of another device, or an earlier one of this. Throws NotASealedFileError, OfflineError. */
export async function importSealed(file: Blob): Promise<Imported> {
  return importFile(callBare, await file.text())
}
