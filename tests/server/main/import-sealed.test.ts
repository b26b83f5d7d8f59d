import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Client } from 'pg'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64 } from '#contract/kernel/base64.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import { copyPreparedData } from '#tests/helpers/database/prepared-data.ts'
import {
  makeSealingDevice,
  type SealingAuthor,
  type SealingDevice,
} from '#tests/helpers/device/sealing-device.ts'
import {
  adminUrlOf,
  makeDataDir,
  type ServerProcess,
  startServerProcess,
} from '#tests/helpers/server-process.ts'

const SLOW = 120_000
const ROOT = join(import.meta.dirname, '..', '..', '..')
const DOCTOR = 'dr.mehta'

let place: ReturnType<typeof makeDataDir>
let server: ServerProcess
let address: string
let device: SealingDevice
let author: SealingAuthor
let token: string

beforeAll(async () => {
  place = makeDataDir()
  await copyPreparedData(place.dataDir)
  server = startServerProcess(place.dataDir)
  address = await server.ready
  await registerDevice()
}, SLOW)
afterAll(async () => {
  server.kill('SIGTERM')
  await server.ended
  place.remove()
})

async function ask(path: string, body?: object) {
  const headers = {
    'content-type': 'application/json',
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  const method = body ? 'POST' : 'GET'
  const answer = await fetch(`${address}${path}`, { method, headers, body: body && JSON.stringify(body) })
  return { status: answer.status, body: await answer.json() }
}

async function registerDevice(): Promise<void> {
  const { body: hello } = await ask('/api/sync/hello')
  device = await makeSealingDevice(hello.public_key)
  const [deviceId, keyId] = [uuidv7(), uuidv7()]
  const { body } = await ask('/api/auth/login', {
    username: DOCTOR,
    password: DEMO_PASSWORD,
    device_id: deviceId,
  })
  token = body.token
  author = { clientId: body.result.client_id, userId: body.result.user_id, deviceId }
  const escrow = await device.sealer(new Uint8Array(32), `readroom data key ${keyId}`)
  const { status } = await ask('/api/device/register', {
    password: DEMO_PASSWORD,
    key_id: keyId,
    escrow: toBase64(escrow),
    server_key_id: device.keyId,
    device_key: toBase64(device.publicKey),
  })
  expect(status).toBe(200)
}

async function inDatabase(statement: string, values: unknown[]) {
  const client = new Client({ connectionString: adminUrlOf(place.dataDir) })
  await client.connect()
  try {
    return (await client.query<{ id: string }>(statement, values)).rows
  } finally {
    await client.end()
  }
}

/** Seals drafts on the device for studies of the doctor's without a report text. */
async function sealDrafts(count: number) {
  const studies = await inDatabase(
    `select s.id from study s join app_user u on u.client_id = s.client_id and u.username = $1
     where s.status = 'Pending' and s.assigned_doctor_id is null and s.branch_id = any (u.branch_ids)
       and not exists (select from report r where r.client_id = s.client_id and r.study_id = s.id)
     order by s.received_datetime desc limit $2`,
    [DOCTOR, count],
  )
  return Promise.all(
    studies.map(({ id: study_id }) =>
      device.seal(
        {
          call: 'saveReport',
          version: 1,
          input: {
            id: reportIdOf(study_id, 1),
            study_id,
            report_no: 1,
            report_name: 'CT',
            report_data: '<p>Kept on the device.</p>',
            conclusion: '',
            recommendation: '',
            status: 'Draft',
          },
        },
        author,
      ),
    ),
  )
}

function putFile(name: string, content: unknown): string {
  const path = join(place.dataDir, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const fileOf = (items: unknown[]) => ({
  format: 'readroom-sealed',
  version: 1,
  device_id: author.deviceId,
  exported_at: new Date().toISOString(),
  items,
})

async function run(...args: string[]): Promise<{ code: number; said: string }> {
  const env = { ...process.env, READROOM_DATA: place.dataDir, DATABASE_URL: '' }
  const child = spawn(process.execPath, [join(ROOT, 'scripts', 'import-sealed.ts'), ...args], { env })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  const [code] = await once(child, 'close')
  return { code, said: said.trim() }
}

test(
  'a dismissed person’s work is held beside a running server, and an altered item is named',
  async () => {
    const items = await sealDrafts(3)
    expect(items).toHaveLength(3)
    await inDatabase('update app_user set active = false where id = $1', [author.userId])
    const path = putFile(
      'work.sealed',
      fileOf([items[0], { ...items[1], at: '2020-01-01T00:00:00Z' }, items[2]]),
    )
    const first = await run(path)
    const altered = `refused: item 2 (saveReport, ${items[1]?.id}): This was altered, or does not come from the named device.`
    const held = (no: number) =>
      `held: item ${no} (saveReport, ${items[no - 1]?.id}): This change is held until you confirm that you made it.`
    const counts = (heldCount: number, refused: number) =>
      `0 accepted, 0 known already, ${heldCount} held for their author, ${refused} refused.`
    expect(first).toEqual({ code: 1, said: [held(1), altered, held(3), counts(2, 1)].join('\n') })
    const rows = await inDatabase(
      "select id from audit_trail where action = 'command_held' and user_id = $1",
      [author.userId],
    )
    expect(rows).toHaveLength(2)

    server.kill('SIGTERM')
    await server.ended
    const whole = putFile('whole.sealed', fileOf(items))
    expect(await run(whole)).toEqual({
      code: 0,
      said: [held(1), held(2), held(3), counts(3, 0)].join('\n'),
    })
  },
  SLOW,
)

test('a missing file is reported in one line', async () => {
  expect(await run('/nowhere/x.sealed')).toEqual({ code: 1, said: '/nowhere/x.sealed cannot be read.' })
})

test.each([
  ['half a file', '{"format":"readroom-sealed","items":['],
  ['another file', '{"format":"other"}'],
])('%s is refused before anything is changed', async (_, text) => {
  const { code, said } = await run(putFile('bad.sealed', text))
  expect([code, said]).toEqual([
    1,
    'This is no file of sealed work that Readroom exported, or it is damaged as a whole.',
  ])
})
