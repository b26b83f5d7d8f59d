import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { branchScope } from '#server/kernel/scopes.ts'
import { openStream, type StreamReader } from '../../helpers/open-stream.ts'
import { bearer, openWorld, type SignedIn, type World } from '../../helpers/world.ts'

let world: World
let url: string
let north: string
let south: string
const open = new Set<StreamReader>()

beforeAll(async () => {
  world = await openWorld({ heartbeatMs: 200 })
  url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  north = await world.addBranch()
  south = await world.addBranch()
})
afterAll(async () => {
  for (const stream of open) stream.close()
  await world.close()
})

const reader = (...branchIds: string[]) =>
  world.signIn({ modules: ['view_archives'], branchIds, isDoctor: false })

async function listen(who: SignedIn, base = url, onPoke?: () => void): Promise<StreamReader> {
  const stream = await openStream(base, who, onPoke)
  open.add(stream)
  await stream.until(': open')
  return stream
}

async function pull(who: SignedIn, cursor?: string) {
  const query = cursor === undefined ? '' : `?cursor=${cursor}`
  const answer = await world.app.inject({
    method: 'GET',
    url: `/api/sync/pull${query}`,
    headers: bearer(who),
  })
  return answer.json() as { rows: unknown[]; cursor: string }
}

/** Opens a device of before pokes named scopes: it pulls once at each poke. */
async function openDevice(who: SignedIn) {
  let { cursor } = await pull(who)
  const count = { pulls: 0, empty: 0, rows: 0 }
  let turn: Promise<void> = Promise.resolve()
  const stream = await listen(who, url, () => {
    turn = turn.then(async () => {
      const batch = await pull(who, cursor)
      cursor = batch.cursor
      count.pulls += 1
      count.rows += batch.rows.length
      if (batch.rows.length === 0) count.empty += 1
    })
  })
  return { count, settled: () => turn, close: stream.close }
}

async function saveIn(scope: string, left?: string, app: FastifyInstance = world.app): Promise<number> {
  const author = await writer()
  const answer = await app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(author), 'idempotency-key': uuidv7() },
    payload: { id: randomUUID(), name: 'Poke', scope, left },
  })
  return Number(answer.headers['x-feed-position'])
}

let known: Promise<SignedIn> | undefined
const writer = () => (known ??= world.signIn())
const pause = (ms: number) => new Promise((later) => setTimeout(later, ms))

test('30 commits of one branch cause no pull by the devices of another branch', async () => {
  const [ours, theirs] = [await reader(north), await reader(south)]
  const near = [await openDevice(ours), await openDevice(ours)]
  const far: Awaited<ReturnType<typeof openDevice>>[] = []
  for (let n = 0; n < 10; n += 1) far.push(await openDevice(n % 2 ? theirs : await reader(south)))
  for (let n = 0; n < 30; n += 1) await saveIn(branchScope(north))
  await pause(300)
  await Promise.all([...near, ...far].map(({ settled }) => settled()))
  expect(near.map(({ count }) => count.rows)).toEqual([30, 30])
  for (const { close } of [...near, ...far]) close()
  // Without scopes in the pokes, each of the ten made thirty pulls without rows.
  expect(far.map(({ count }) => count)).toEqual(far.map(() => ({ pulls: 0, empty: 0, rows: 0 })))
}, 60_000)

test('a poke names only the scopes of its reader', async () => {
  const [one, other] = [await listen(await reader(north)), await listen(await reader(south))]
  const pos = await saveIn(branchScope(north), branchScope(south))
  await one.until(`data: ${pos} ${branchScope(north)}\n\n`)
  await other.until(`data: ${pos} ${branchScope(south)}\n\n`)
})

test('another process also announces the scopes', async () => {
  const another = await world.another()
  const base = await another.listen({ port: 0, host: '127.0.0.1' })
  const [one, other] = [await listen(await reader(north), base), await listen(await reader(south), base)]
  const pos = await saveIn(branchScope(north))
  await one.until(`data: ${pos} ${branchScope(north)}\n\n`)
  await pause(100)
  expect(other.pokes()).toEqual([])
})

test('a person who gains a branch is poked within a heartbeat and then receives its pokes', async () => {
  const person = await reader(north)
  const stream = await listen(person)
  await world.admin.query('update app_user set branch_ids = $1 where id = $2', [
    [north, south],
    person.userId,
  ])
  await stream.until('data: ')
  expect(stream.pokes()).toEqual(['0'])
  const pos = await saveIn(branchScope(south))
  await stream.until(`data: ${pos} ${branchScope(south)}\n\n`)
})

test('a pull that adds a branch is enough for the stream to announce it', async () => {
  const slow = await openWorld()
  const base = await slow.app.listen({ port: 0, host: '127.0.0.1' })
  const branch = await slow.addBranch()
  const person = await slow.signIn({ modules: ['view_archives'], branchIds: [], isDoctor: false })
  const stream = await openStream(base, person)
  await stream.until(': open')
  await slow.admin.query('update app_user set branch_ids = $1 where id = $2', [[branch], person.userId])
  await slow.app.inject({ method: 'GET', url: '/api/sync/pull', headers: bearer(person) })
  const answer = await slow.app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(await slow.signIn()), 'idempotency-key': uuidv7() },
    payload: { id: randomUUID(), name: 'Poke', scope: branchScope(branch) },
  })
  await stream.until(`data: ${String(answer.headers['x-feed-position'])} ${branchScope(branch)}\n\n`)
  stream.close()
  await slow.close()
})

test('a branch lost and regained between two heartbeats is announced again', async () => {
  const calm = await openWorld({ heartbeatMs: 2_000 })
  const base = await calm.app.listen({ port: 0, host: '127.0.0.1' })
  const branch = await calm.addBranch()
  const person = await calm.signIn({ modules: ['view_archives'], branchIds: [branch], isDoctor: false })
  const giveBranches = (ids: string[]) =>
    calm.admin.query('update app_user set branch_ids = $1 where id = $2', [ids, person.userId])
  const stream = await openStream(base, person)
  await stream.until(': open')
  await giveBranches([])
  await calm.app.inject({ method: 'GET', url: '/api/sync/pull', headers: bearer(person) })
  await giveBranches([branch])
  // Once because the pull lost it, and once because a heartbeat finds it again.
  await expect.poll(() => stream.pokes(), { timeout: 20_000 }).toEqual(['0', '0'])
  stream.close()
  await calm.close()
}, 60_000)

test('a person who loses a branch no longer receives its pokes', async () => {
  const person = await reader(north, south)
  const stream = await listen(person)
  await world.admin.query('update app_user set branch_ids = $1 where id = $2', [[north], person.userId])
  await stream.until('data: ')
  await saveIn(branchScope(south))
  const pos = await saveIn(branchScope(north))
  await stream.until(`data: ${pos} ${branchScope(north)}\n\n`)
  expect(stream.pokes()).toHaveLength(2)
})

test('a commit whose notice was lost pokes everybody, without scopes', async () => {
  await saveIn('client')
  const [one, other] = [await listen(await reader(north)), await listen(await reader(south))]
  const { rows } = await world.admin.query(
    'update feed_head set pos = pos + 1 where client_id = $1 returning pos',
    [world.clientId],
  )
  const pos = Number(rows[0].pos)
  await Promise.all([one.until(`data: ${pos}\n\n`), other.until(`data: ${pos}\n\n`)])
}, 15_000)

test('a patient, who holds no copies, receives no pokes', async () => {
  const patient = await listen(await world.signIn({ userType: 'PATIENT', isDoctor: false }))
  const staff = await listen(await reader(north))
  const pos = await saveIn('client')
  await staff.until(`data: ${pos} client\n\n`)
  expect(patient.pokes()).toEqual([])
})
