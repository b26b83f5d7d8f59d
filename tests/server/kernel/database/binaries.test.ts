import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { closedFolderAbove, findPostgres } from '#server/kernel/database/binaries.ts'

const NOBODY = { uid: 65_534, gid: 65_534 }
let base: string
let native: string
let home: string

/** A package as npm unpacks it without install scripts: it has the list of links, but no links. */
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'readroom-binaries-'))
  chmodSync(base, 0o755)
  home = join(base, 'data')
  native = join(base, 'somebody', 'native')
  for (const folder of [home, join(native, 'bin'), join(native, 'lib')])
    mkdirSync(folder, { recursive: true })
  writeFileSync(join(native, 'bin', 'postgres'), 'program')
  writeFileSync(join(native, 'lib', 'libicuuc.so.60.2'), 'library')
  const links = [{ source: 'native/lib/libicuuc.so.60.2', target: 'native/lib/libicuuc.so.60' }]
  writeFileSync(join(native, 'pg-symlinks.json'), JSON.stringify(links))
})
afterEach(() => {
  chmodSync(join(base, 'somebody'), 0o755)
  rmSync(base, { recursive: true })
})

test('library links not created by the package’s install script are created', () => {
  expect(findPostgres(home, undefined, native)).toBe(native)
  expect(readlinkSync(join(native, 'lib', 'libicuuc.so.60'))).toBe('libicuuc.so.60.2')
})

test('a program that everybody can read is used in place', () => {
  expect(findPostgres(home, NOBODY, native)).toBe(native)
})

test('a program in a closed home is copied for the database account, once', () => {
  chmodSync(join(base, 'somebody'), 0o700)
  const copy = findPostgres(home, NOBODY, native)
  expect(copy.startsWith(home)).toBe(true)
  expect(closedFolderAbove(join(copy, 'bin'))).toBeUndefined()
  expect(existsSync(join(copy, 'lib', 'libicuuc.so.60'))).toBe(true)
  writeFileSync(join(copy, 'bin', 'postgres'), 'kept')
  expect(findPostgres(home, NOBODY, native)).toBe(copy)
})

test('a newer package is copied again', () => {
  chmodSync(join(base, 'somebody'), 0o700)
  const before = findPostgres(home, NOBODY, native)
  utimesSync(join(native, 'bin'), new Date(), new Date(Date.now() + 60_000))
  expect(findPostgres(home, NOBODY, native)).not.toBe(before)
})

test('an ordinary user runs the program from their own closed home', () => {
  chmodSync(join(base, 'somebody'), 0o700)
  expect(findPostgres(home, undefined, native)).toBe(native)
})
