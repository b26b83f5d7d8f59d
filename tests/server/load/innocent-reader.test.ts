import { once } from 'node:events'
import { Agent, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Worker } from 'node:worker_threads'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startMllpServer } from '#server/integrations/hl7/mllp-server.ts'
import type { Listener } from '#server/integrations/listener.ts'
import { startWorklistServer } from '#server/integrations/modality-worklist/worklist-server.ts'
import { bearer, openWorld, type SignedIn, type World } from '../kernel/helpers/world.ts'
import type { Attack } from './attacker.ts'

const PLACE = { host: '127.0.0.1', port: 0 }
const READS = 300
const WARM_UP = 100
const TRIES = 3

let world: World
let doctor: SignedIn
let port: number
let worklist: Listener
let hl7: Listener
const agent = new Agent({ keepAlive: true })

beforeAll(async () => {
  world = await openWorld()
  doctor = await world.signIn()
  await world.app.listen(PLACE)
  port = (world.app.server.address() as AddressInfo).port
  const nothing = { items: async () => [], failed: () => undefined }
  worklist = await startWorklistServer(PLACE, {
    admit: async () => ({ kind: 'admitted', clientId: world.clientId }),
    ...nothing,
  })
  hl7 = await startMllpServer(
    PLACE,
    () => Promise.resolve('MSA|AE'),
    () => undefined,
  )
  for (let n = 0; n < WARM_UP; n += 1) await read()
})
afterAll(async () => {
  agent.destroy()
  await worklist.close()
  await hl7.close()
  await world.close()
})

/** Reads a page as a working device does: session, right, database. Returns milliseconds. */
async function read(): Promise<number> {
  const start = performance.now()
  const call = request({ port, host: '127.0.0.1', path: '/api/sync/pull', agent, headers: bearer(doctor) })
  call.end()
  const [answer] = await once(call, 'response')
  answer.resume()
  await once(answer, 'end')
  expect(answer.statusCode).toBe(200)
  return performance.now() - start
}

async function p99(): Promise<number> {
  const times: number[] = []
  for (let n = 0; n < READS; n += 1) times.push(await read())
  return times.sort((a, b) => a - b)[Math.floor(READS * 0.99) - 1] ?? Infinity
}

async function underAttack(attack: Attack): Promise<number> {
  const attacker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: attack })
  await once(attacker, 'online')
  const ended = once(attacker, 'exit')
  // Waits for its thread; by then the attack runs.
  await new Promise((resolve) => setTimeout(resolve, 300))
  const measured = await p99()
  attacker.postMessage('over')
  await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 2_000))])
  await attacker.terminate()
  return measured
}

const MEGABYTE = 1_048_576
const ENTRY = `{"id":"0197a000-0000-7000-8000-000000000001","call":"${'x'.repeat(590)}"},`

function post(path: string, list: string, headers: Record<string, string> = {}): string {
  const start = `{"device_id":"0197a000-0000-7000-8000-000000000001","${list}":[`
  const more = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  return `POST /api/${path} HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 6500000\r\n${more.join('')}\r\n${start}`
}

const endlessPdu = (type: number) => String.fromCharCode(type, 0, 0x12, 0, 0, 0)

/** The frame bytes of an HL7 message. */
const [FRAME_START, FRAME_END] = ['\x0b', '\x1c\r']

const ATTACKS: readonly (readonly [string, () => Attack])[] = [
  [
    'a batch of ten thousand commands',
    () => ({
      port,
      head: post('sync/commands', 'commands', bearer(doctor)),
      filler: ENTRY,
      bytes: 6_500_000,
      lanes: 2,
      keepsOpen: false,
    }),
  ],
  [
    'a batch of ten thousand sealed commands of nobody',
    () => ({
      port,
      head: post('sync/deliver', 'items'),
      filler: ENTRY,
      bytes: 6_500_000,
      lanes: 2,
      keepsOpen: false,
    }),
  ],
  [
    'one sealed command of six megabytes of nobody',
    () => ({
      port,
      head: `${post('sync/deliver', 'items')}{"sealed":"`,
      filler: 'A',
      bytes: 6_500_000,
      lanes: 2,
      keepsOpen: false,
    }),
  ],
  [
    'one stream after the other',
    () => ({
      port,
      head: `GET /api/sync/stream HTTP/1.1\r\nhost: a\r\nauthorization: ${bearer(doctor).authorization}\r\n\r\n`,
      filler: '\r\n',
      bytes: 0,
      lanes: 1,
      keepsOpen: true,
    }),
  ],
  [
    'an unfinished PDU of 300 MB',
    () => ({
      port: worklist.port,
      head: endlessPdu(1),
      filler: 'A',
      bytes: 300 * MEGABYTE,
      lanes: 2,
      keepsOpen: false,
    }),
  ],
  [
    'an HL7 frame of 300 MB that never ends',
    () => ({
      port: hl7.port,
      head: `${FRAME_START}MSH|^~\\&|`,
      filler: 'A',
      bytes: 300 * MEGABYTE,
      lanes: 2,
      keepsOpen: false,
    }),
  ],
  [
    'one small HL7 message after the other on a few connections',
    () => ({
      port: hl7.port,
      head: '',
      filler: `${FRAME_START}MSH|^~\\&|A|B|C|D|20261123||ORM^O01|1|P|2.3\r${FRAME_END}`,
      bytes: 6_500_000,
      lanes: 4,
      keepsOpen: false,
    }),
  ],
]

test.each(ATTACKS)(
  'while %s arrives repeatedly, a reader waits at most three times as long',
  async (_, attack) => {
    const seen: string[] = []
    for (let tried = 0; tried < TRIES; tried += 1) {
      // The machine has other load: the idle time is the slower one of before and after.
      const before = await p99()
      const attacked = await underAttack(attack())
      const idle = Math.max(before, await p99())
      seen.push(`${idle.toFixed(1)} -> ${attacked.toFixed(1)} ms`)
      if (attacked <= 3 * idle && attacked < 100) return
    }
    expect.fail(`p99 of the reader, idle and under attack: ${seen.join(', ')}`)
  },
  120_000,
)
