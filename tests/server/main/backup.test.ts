import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { restoreMark } from '#server/kernel/backup/data-folder.ts'
import { makeBackup } from '#server/kernel/backup/make-backup.ts'
import { readManifest } from '#server/kernel/backup/manifest.ts'
import { restoreBackup } from '#server/kernel/backup/restore-backup.ts'
import {
  adminUrlOf,
  makeDataDir,
  type ServerProcess,
  signInAsDemo,
  startServerProcess,
} from '#tests/helpers/server-process.ts'
import { startWriter } from './writer.ts'

const SLOW = 60_000
const ROOT = join(import.meta.dirname, '..', '..', '..')
const DOCTOR = 'dr.mehta'
const places: ReturnType<typeof makeDataDir>[] = []
const running: ServerProcess[] = []
let live: string
let address: string
let shelf: string
/** The backup that was made during writes. */
let backup: string

beforeAll(async () => {
  live = newFolder()
  shelf = newFolder()
  address = await start(live)
  mkdirSync(join(live, 'keys'), { recursive: true })
  writeFileSync(join(live, 'keys', 'old-key'), 'a key')
}, SLOW)
afterAll(async () => {
  for (const server of running) {
    server.kill('SIGTERM')
    await server.ended
  }
  for (const place of places) place.remove()
})

function newFolder(): string {
  const place = makeDataDir()
  places.push(place)
  return place.dataDir
}

function start(dataDir: string, script?: string): Promise<string> {
  const server = startServerProcess(dataDir, script ? { script, args: ['--no-build'] } : {})
  running.push(server)
  return server.ready
}

/** Runs a command of package.json on a data folder; resolves with its exit code and output. */
async function run(script: string, args: string[], dataDir: string, env: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: shelf,
    env: { ...process.env, DATABASE_URL: '', READROOM_DATA: dataDir, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code: code as number, said }
}

async function ask<Row extends QueryResultRow>(dataDir: string, statement: string, values: unknown[] = []) {
  const client = new Client({ connectionString: adminUrlOf(dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

async function findUnwrittenStudy(): Promise<string> {
  const [study] = await ask<{ id: string }>(
    live,
    `select s.id from study s join app_user u on u.client_id = s.client_id and u.username = $1
     where s.status = 'Pending' and s.assigned_doctor_id is null and s.branch_id = any (u.branch_ids)
       and not exists (select from report r where r.client_id = s.client_id and r.study_id = s.id)
     order by s.received_datetime desc limit 1`,
    [DOCTOR],
  )
  return study?.id ?? ''
}

/** Simulates a long backup: the log continues in other files, and checkpoints recycle the first ones. */
async function recycleLog(): Promise<void> {
  while (readdirSync(shelf).length === 0) await pause(5)
  for (let times = 0; times < 2; times++) {
    await ask(live, 'select pg_switch_wal()')
    await ask(live, 'checkpoint')
  }
}

const epochAt = async (where: string) => {
  const token = await signInAsDemo(where, DOCTOR)
  const answer = await fetch(`${where}/api/sync/hello`, { headers: { authorization: `Bearer ${token}` } })
  return ((await answer.json()) as { epoch: string }).epoch
}

const restore = (folder: string, dataDir: string) =>
  restoreBackup({
    config: { dataDir, databaseUrl: undefined, s3: undefined, keysFile: undefined },
    backup: folder,
    keys: undefined,
    isFilesOnly: false,
    now: new Date(),
  })

test('a backup made during writes contains everything acknowledged before its moment', {
  timeout: SLOW,
}, async () => {
  const writer = startWriter(() => address, await signInAsDemo(address, DOCTOR), await findUnwrittenStudy())
  await pause(500)
  const [{ code, said }] = await Promise.all([run('backup.ts', [shelf], live), recycleLog()])
  await pause(200)
  await writer.finish()
  expect([code, said]).toEqual([0, expect.stringContaining('holds database, files, keys')])
  expect(said).toContain('move it to another place')
  const [name = ''] = readdirSync(shelf)
  backup = join(shelf, name)
  const { made } = await readManifest(backup)
  const before = writer.acknowledged.filter(({ at }) => at < Date.parse(made))
  expect(before.length).toBeGreaterThan(5)
  expect(before.length, 'the writer must have gone on').toBeLessThan(writer.acknowledged.length)

  const fresh = newFolder()
  const restored = await run('restore.ts', [backup], fresh)
  expect([restored.code, restored.said]).toEqual([0, expect.stringContaining('is whole')])
  expect(restored.said).not.toContain('in neither the backup')
  const there = await start(fresh, 'scripts/start.mjs')
  const kept = await ask<{ id: string }>(fresh, 'select id from command_log where id = any ($1)', [
    before.map(({ id }) => id),
  ])
  expect(kept.length).toBe(before.length)
  expect(await epochAt(there), 'devices must notice').not.toBe(await epochAt(address))
  expect(readFileSync(join(fresh, 'keys', 'old-key'), 'utf8')).toBe('a key')
  expect(readdirSync(fresh).filter((entry) => /restore/.test(entry))).toEqual([])
  // PostgreSQL's own proof that it started from the backup's label, not from the state of the files.
  expect(existsSync(join(fresh, 'postgres', 'backup_label.old'))).toBe(true)
})

test('a killed backup is not a backup, whatever its name, and leaves nothing behind in the database', {
  timeout: SLOW,
}, async () => {
  const other = newFolder()
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'backup.ts'), other], {
    env: { ...process.env, DATABASE_URL: '', READROOM_DATA: live },
    stdio: 'ignore',
  })
  const begun = () => readdirSync(other, { recursive: true, encoding: 'utf8' }).length > 300
  while (!begun()) await pause(5)
  child.kill('SIGKILL')
  await once(child, 'close')
  const [name = ''] = readdirSync(other)
  expect(name).toMatch(/\.unfinished$/)
  const fresh = newFolder()
  await expect(restore(join(other, name), fresh)).rejects.toThrow('cut short')
  renameSync(join(other, name), join(other, 'looks-complete'))
  await expect(restore(join(other, 'looks-complete'), fresh)).rejects.toThrow('no complete backup')
  expect(readdirSync(fresh)).toEqual([])
  for (let left = 100; left > 0; left--)
    if ((await ask(live, 'select from pg_replication_slots')).length > 0) await pause(50)
  expect(await ask(live, 'select from pg_replication_slots')).toEqual([])
})

test('an altered byte, a missing file and a missing part are refused, and the data stays unchanged', {
  timeout: SLOW,
}, async () => {
  const fresh = newFolder()
  writeFileSync(join(fresh, 'database-password'), 'as it was')
  const control = join(backup, 'database', 'postgres', 'global', 'pg_control')
  const [picture = ''] = readdirSync(join(backup, 'files'), { recursive: true, encoding: 'utf8' }).filter(
    (path) => path.length > 10,
  )
  const altered = [
    control,
    join(backup, 'files', picture),
    join(backup, 'keys', 'old-key'),
    join(backup, 'manifest.json'),
  ]
  for (const file of altered) {
    const whole = readFileSync(file)
    const bad = Buffer.from(whole)
    const at = Math.floor(Math.random() * bad.length)
    bad[at] = (bad[at] ?? 0) ^ 1
    writeFileSync(file, bad)
    await expect(restore(backup, fresh), file).rejects.toThrow('altered')
    writeFileSync(file, whole)
  }
  renameSync(control, `${control}.elsewhere`)
  await expect(restore(backup, fresh)).rejects.toThrow('is missing')
  renameSync(`${control}.elsewhere`, control)
  renameSync(join(backup, 'files'), join(backup, 'fotos'))
  await expect(restore(backup, fresh)).rejects.toThrow('it has no folder files')
  renameSync(join(backup, 'fotos'), join(backup, 'files'))
  expect(readdirSync(fresh)).toEqual(['database-password'])
  expect(readFileSync(join(fresh, 'database-password'), 'utf8')).toBe('as it was')
})

test('a restore over data moves it aside, replaces an interrupted restore, and is refused while a server runs', {
  timeout: SLOW,
}, async () => {
  await expect(restore(backup, live)).rejects.toThrow('Another Readroom server')
  const old = newFolder()
  mkdirSync(join(old, 'files'))
  writeFileSync(join(old, 'files', 'old'), 'old')
  writeFileSync(join(old, 'demo-is-loading'), '')
  rmSync(join(backup, 'keys'), { recursive: true })
  mkdirSync(join(old, 'keys'))
  writeFileSync(join(old, 'keys', 'old-key'), 'stays')
  writeFileSync(restoreMark(old), '')
  const early = startServerProcess(old)
  expect([await early.ended, early.said()]).toEqual([1, expect.stringContaining('restore was cut short')])
  const { aside, parts, missingFiles, leftOut } = await restore(backup, old)
  expect(existsSync(restoreMark(old))).toBe(false)
  expect([parts, missingFiles]).toEqual([['database', 'files'], 0])
  expect(readdirSync(aside ?? '').toSorted()).toEqual(['demo-is-loading', 'files'])
  expect(readFileSync(join(aside ?? '', 'files', 'old'), 'utf8')).toBe('old')
  expect(readFileSync(join(old, 'keys', 'old-key'), 'utf8')).toBe('stays')
  expect(existsSync(join(old, 'postgres.complete'))).toBe(true)
  // Each series of each client is named with its gap, and the report names the same beside what was restored.
  const visits = leftOut.find(({ client, kind }) => client.startsWith('Sanjeevani') && kind === 'visit')
  const [first, last] = [visits?.first, visits?.last].map((no) => Number(no?.slice(1)))
  expect((last ?? 0) - (first ?? 0)).toBe(999)
  const { code, said } = await run('restore.ts', ['--report'], old)
  expect([code, said]).toEqual([0, expect.stringMatching(/Sanjeevani[^\n]*: Restored on /)])
  expect(said).toMatch(new RegExp(`Visits +All branches +${visits?.first} +${visits?.last}`))
})

test('an external database is left to its own tools; files and keys can still be saved', {
  timeout: SLOW,
}, async () => {
  const outside = { DATABASE_URL: 'postgres://someone@db.example/readroom' }
  const into = newFolder()
  const refused = await run('backup.ts', [into], live, outside)
  expect([refused.code, refused.said]).toEqual([2, expect.stringContaining('pg_dump')])
  expect(readdirSync(into)).toEqual([])
  const saved = await run('backup.ts', [into, '--files-only'], live, outside)
  expect([saved.code, saved.said]).toEqual([0, expect.stringContaining('holds files, keys')])
  const [name = ''] = readdirSync(into)
  const fresh = newFolder()
  expect((await run('restore.ts', [backup], fresh, outside)).code).toBe(2)
  const back = await run('restore.ts', [join(into, name)], fresh, outside)
  expect([back.code, back.said]).toEqual([0, expect.stringContaining('entry.begin_history')])
  expect(readdirSync(fresh).toSorted()).toEqual(['files', 'keys'])
})

test('a folder inside the data folder is refused for a backup', async () => {
  const wish = { isFilesOnly: true, now: () => new Date(), version: '0' }
  const config = { dataDir: live, databaseUrl: undefined, s3: undefined, keysFile: undefined }
  for (const into of [live, join(live, 'backups')])
    await expect(makeBackup({ ...wish, config, into })).rejects.toThrow('would be lost with it')
})

test('keys placed elsewhere by READROOM_KEYS are saved and restored, or reported missing by the name of the setting', {
  timeout: SLOW,
}, async () => {
  const [data, apart, into, fresh] = [newFolder(), newFolder(), newFolder(), newFolder()]
  const outside = { DATABASE_URL: 'postgres://someone@db.example/readroom' }
  const file = join(apart, 'sealing.json')
  mkdirSync(join(data, 'keys'))
  writeFileSync(join(data, 'keys', 'push.json'), 'push')
  const save = (env: NodeJS.ProcessEnv) =>
    run('backup.ts', [into, '--files-only'], data, { ...outside, ...env })
  const forgotten = await save({})
  expect([forgotten.code, forgotten.said]).toEqual([1, expect.stringContaining('READROOM_KEYS')])
  const missing = await save({ READROOM_KEYS: file })
  expect([missing.code, missing.said]).toEqual([1, expect.stringContaining(`READROOM_KEYS names ${file}`)])
  expect(readdirSync(into)).toEqual([])
  writeFileSync(file, 'sealing')
  const saved = await save({ READROOM_KEYS: file })
  expect([saved.code, saved.said]).toEqual([0, expect.stringContaining('holds keys (2 files')])
  const [name = ''] = readdirSync(into)
  expect(readdirSync(join(into, name, 'keys')).toSorted()).toEqual(['push.json', 'sealing.json'])

  const elsewhere = join(newFolder(), 'new', 'sealing.json')
  const restore = (to: string, where: string) =>
    run('restore.ts', [join(into, name), '--files-only'], to, { ...outside, READROOM_KEYS: where })
  const placed = await restore(fresh, elsewhere)
  expect([placed.code, placed.said]).toEqual([0, expect.stringContaining(`put into ${elsewhere}`)])
  expect(readFileSync(elsewhere, 'utf8')).toBe('sealing')
  expect(statSync(elsewhere).mode & 0o077).toBe(0)
  writeFileSync(elsewhere, 'others')
  const kept = await restore(newFolder(), elsewhere)
  expect([kept.code, kept.said]).toEqual([
    0,
    expect.stringContaining('holds other keys and was left as it is'),
  ])
  expect(readFileSync(elsewhere, 'utf8')).toBe('others')
})
