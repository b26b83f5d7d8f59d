import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { DataInUseError, lockDataDir } from '#server/kernel/database/data-lock.ts'
import { startOf } from '#server/kernel/database/process-identity.ts'

const MODULE = join(import.meta.dirname, '../../../../server/kernel/database/data-lock.ts')
let dataDir: string
let file: string

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'readroom-lock-'))
  file = join(dataDir, 'server.lock')
})
afterEach(() => rmSync(dataDir, { recursive: true }))

const writeOwner = (pid: number, start: string) => writeFileSync(file, JSON.stringify({ pid, start }))

test('the directory is locked once, and free again after release', () => {
  const unlock = lockDataDir(dataDir)
  expect(() => lockDataDir(dataDir)).toThrow(DataInUseError)
  unlock()
  expect(existsSync(file)).toBe(false)
  lockDataDir(dataDir)()
})

test('the refusal names the process and the remedy', () => {
  writeOwner(process.ppid, startOf(process.ppid))
  expect(() => lockDataDir(dataDir)).toThrow(
    `Another Readroom server (process ${process.ppid}) is using ${dataDir}. Stop it first, or give this one its own READROOM_DATA.`,
  )
})

test('the lock of a dead process is taken over', async () => {
  const gone = execFile(process.execPath, ['-e', ''])
  await new Promise((done) => gone.once('exit', done))
  writeOwner(gone.pid ?? 0, '1')
  lockDataDir(dataDir)()
})

test.skipIf(process.platform !== 'linux')('a number that another process has by now is no owner', () => {
  writeOwner(process.ppid, '1')
  lockDataDir(dataDir)()
})

test('a lock cut short by a power failure is taken over', () => {
  writeFileSync(file, '{"pid":')
  lockDataDir(dataDir)()
})

test('exactly one of many processes takes the lock of a dead server', async () => {
  writeOwner(2 ** 22 + 1, '1')
  const take = `import { lockDataDir } from ${JSON.stringify(MODULE)}
    try { lockDataDir(${JSON.stringify(dataDir)}); console.log('mine') } catch (error) { console.log(error.name) }
    setTimeout(() => {}, 3000)`
  const run = () => promisify(execFile)(process.execPath, ['--input-type=module', '-e', take])
  const answers = await Promise.all(Array.from({ length: 5 }, run))
  expect(answers.map(({ stdout }) => stdout.trim()).toSorted()).toEqual([
    ...Array(4).fill('DataInUseError'),
    'mine',
  ])
})
