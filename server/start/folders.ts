import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Config } from '#server/kernel/config.ts'
import { unprivilegedAccount } from '#server/kernel/database/binaries.ts'

/** Only the server's account may enter. */
const CLOSED = 0o700
/**
 * PostgreSQL's account must pass through if the server runs as root; it cannot list the folder, and subfolders are
 * closed.
 */
const PASSED = 0o711
const STICKY = 0o1000
/** Entries that identify a folder as our data folder. */
const OURS = ['database-password', 'keys']
/** Subfolders that older versions left open. */
const INSIDE = ['files', 'keys', 'tls']

/**
 * Creates the data folder and the keys folder if missing, and closes them to other accounts; files and folders that the
 * process creates later are closed too. Somebody else's folder that was named as the data folder keeps its rights.
 * Throws an error that names the setting if the server may not write there.
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
  // Existing keys may be in a read-only folder.
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

// A folder of another account, or one shared by all accounts, stays as its owner made it.
function close(folder: string, mode: number): void {
  if (process.platform === 'win32') return
  const found = statSync(folder)
  if (found.uid === process.getuid?.() && (found.mode & STICKY) === 0) chmodSync(folder, mode)
}
