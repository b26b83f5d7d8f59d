import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const folder = mkdtempSync(join(tmpdir(), 'readroom-keys-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

/**
 * The file with the sealing keys of servers that a test builds in this process: never in the data folder of
 * the checkout.
 */
export const TEST_KEYS_FILE = join(folder, 'sealing.json')
