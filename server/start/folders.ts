import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '#server/kernel/config.ts'
import { unprivilegedAccount } from '#server/kernel/database/binaries.ts'

/** Nobody but the server's account enters. */
const CLOSED = 0o700
/** PostgreSQL's own account must pass where the server runs as root; it can list nothing, and what lies below is closed. */
const PASSED = 0o711
const STICKY = 0o1000
/** What shows that a folder is a data folder of ours. */
const OURS = ['database-password', 'keys']
/** Folders in it that older versions left open. */
const INSIDE = ['files', 'keys', 'tls']

/**
 * Makes the data folder and the folder of the keys where they are missing, and closes them to other accounts; files and
 * folders that the process makes later are closed too. A folder of others that was only named as data folder keeps its
 * rights. Throws in words that name the setting where the server may not write there.
 */
export function demandFolders({
  dataDir,
  keysFile,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'keysFile' | 'databaseUrl'>): void {
  demandFolder(dataDir, 'READROOM_DATA')
  const isPassed = databaseUrl === undefined && unprivilegedAccount() !== undefined
  const names = readdirSync(dataDir)
  if (names.length === 0 || names.some((name) => OURS.includes(name))) {
    close(dataDir, isPassed ? PASSED : CLOSED)
    for (const name of INSIDE) if (names.includes(name)) close(join(dataDir, name), CLOSED)
  }
  // Keys that are there already may lie in a folder that nobody writes to.
  if (keysFile !== undefined && !existsSync(keysFile)) {
    const folder = dirname(keysFile)
    const isNew = !existsSync(folder)
    demandFolder(folder, 'READROOM_KEYS')
    if (isNew) close(folder, CLOSED)
  }
  process.umask(0o077)
}

function demandFolder(folder: string, setting: string): void {
  const probe = join(folder, `.readroom-${process.pid}`)
  try {
    mkdirSync(folder, { recursive: true })
    writeFileSync(probe, '', { mode: 0o600 })
    rmSync(probe)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''
    throw new Error(
      `${setting} leads to the folder ${folder}, where this account cannot write${code}. Create the folder for the account that runs Readroom, or set ${setting} to another one.`,
      { cause: error },
    )
  }
}

// A folder of another account, or one that all accounts share, stays as its owner made it.
function close(folder: string, mode: number): void {
  if (process.platform === 'win32') return
  const found = statSync(folder)
  if (found.uid === process.getuid?.() && (found.mode & STICKY) === 0) chmodSync(folder, mode)
}
