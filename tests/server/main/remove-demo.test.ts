import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Client, type QueryResultRow } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { documentTagIdOf } from '#server/features/demo/centre/snippets.ts'
import { CENTRES } from '#server/features/demo/centres.ts'
import { copyPreparedData } from '#tests/helpers/database/prepared-data.ts'
import {
  adminUrlOf,
  makeDataDir,
  type ServerProcess,
  signInAsDemo,
  startServerProcess,
} from '#tests/helpers/server-process.ts'

const SLOW = 180_000
const ROOT = join(import.meta.dirname, '..', '..', '..')
const PASSWORD = 'First#2026x'
const REAL = '00000000-0000-7000-8000-00000000c0de'
let place: ReturnType<typeof makeDataDir>
let server: ServerProcess
let address: string

beforeAll(async () => {
  place = makeDataDir()
  await copyPreparedData(place.dataDir)
  server = startServerProcess(place.dataDir)
  address = await server.ready
}, SLOW)
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended
  place.remove()
})

async function run(script: string, ...args: string[]) {
  const child = spawn(process.execPath, [join(ROOT, 'scripts', script), ...args], {
    cwd: ROOT,
    env: {
      ...process.env,
      DATABASE_URL: '',
      READROOM_DATA: place.dataDir,
      READROOM_ADMIN_PASSWORD: PASSWORD,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (said += chunk))
  const [code] = (await once(child, 'close')) as [number]
  return { code, said }
}

async function ask<Row extends QueryResultRow>(statement: string, values: unknown[] = []): Promise<Row[]> {
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  try {
    return (await client.query<Row>(statement, values)).rows
  } finally {
    await client.end()
  }
}

const countOf = async (from: string, values: unknown[] = []) =>
  (await ask<{ n: number }>(`select count(*)::int as n from ${from}`, values))[0]?.n ?? 0

/** Returns the tables that still contain a row of the demo's clients. */
async function tablesWithDemo(): Promise<string[]> {
  const tables = await ask<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'client_id' and table_schema in ('public', 'entry')`,
  )
  const ids = CENTRES.map(({ id }) => id)
  const found: string[] = []
  for (const { name } of tables)
    if ((await countOf(`${name} where client_id = any ($1)`, [ids])) > 0) found.push(name)
  return found
}

const filesOnDisk = () =>
  readdirSync(join(place.dataDir, 'files'), { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  ).length

test('the demo is removed completely once there is another administrator, and nothing else is', {
  timeout: SLOW,
}, async () => {
  const before = await countOf('study')
  const alone = await run('remove-demo.ts', '--yes')
  expect(alone).toMatchObject({ code: 1, said: expect.stringContaining('is the only administrator') })
  expect(alone.said).toContain('npm run create-admin -- --another')

  const names = ['--name', 'Ada Rao', '--username', 'ada', '--email', 'ada@real.example']
  expect(await run('create-admin.ts', ...names, '--another')).toMatchObject({ code: 0 })
  await ask('select entry.create_client($1, $2)', [REAL, 'A real centre'])
  await ask('insert into shortcut (client_id, id, name, description) values ($1, $1, $2, $2)', [REAL, 'own'])
  const unsure = await run('remove-demo.ts')
  expect(unsure).toMatchObject({ code: 1, said: expect.stringContaining('Add --yes to confirm') })
  expect(await countOf('study')).toBe(before)
  expect((await tablesWithDemo()).length).toBeGreaterThan(30)

  const removed = await run('remove-demo.ts', '--yes')
  expect(removed.code, removed.said).toBe(0)
  expect(removed.said).toContain(`${before} studies`)
  expect(await tablesWithDemo()).toEqual([])
  expect(await countOf('client')).toBe(2)
  expect(await countOf('shortcut where client_id = $1', [REAL])).toBe(1)
  expect(await countOf('ai_company')).toBe(0)
  expect(await countOf('ai_body_part')).toBe(0)
  expect(await countOf('document_tag where id = $1', [documentTagIdOf('Consent')])).toBe(0)
  expect(filesOnDisk()).toBe(await countOf('(select distinct sha256 from file) as kept'))

  // The running server applies it at once; a new one does not restore the demo.
  await expect(signInAsDemo(address, 'platform')).rejects.toThrow('could not sign in')
  const captcha = await (await fetch(`${address}/api/public/getLoginCaptcha`)).json()
  expect(captcha).toMatchObject({ result: { required: true } })
  expect(captcha).not.toHaveProperty('result.demo')
  server.kill('SIGTERM')
  await server.ended
  server = startServerProcess(place.dataDir)
  await server.ready
  expect(server.said()).not.toContain('dr.mehta')
  expect(await countOf('study')).toBe(0)
  expect(existsSync(join(place.dataDir, 'demo-is-loading'))).toBe(false)

  const again = await run('remove-demo.ts', '--yes')
  expect(again).toMatchObject({ code: 1, said: expect.stringContaining('There is no demo data here.') })
})
