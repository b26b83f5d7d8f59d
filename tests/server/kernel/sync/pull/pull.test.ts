import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { STUDY_PARTS, VISIT_PARTS } from '#contract/records/records.ts'
import {
  branchScope,
  CLIENT_SCOPE,
  DESK_SCOPE,
  doctorScope,
  patientsScope,
  userScope,
  visitsScope,
} from '#server/kernel/scopes.ts'
import { writeCursor } from '#server/kernel/sync/pull/cursor.ts'
import { bearer, openWorld, type SignedIn, type World } from '../../helpers/world.ts'

let world: World
let doctor: SignedIn

beforeAll(async () => {
  world = await openWorld()
})
beforeEach(async () => {
  await world.enterNewClients()
  doctor = await world.signIn()
})
afterAll(() => world.close())

interface PullAnswer {
  rows: {
    type: string
    id: string
    rev: number
    op: 'put' | 'leave'
    scope: string
    body?: { name: string }
  }[]
  cursor: string
  pos: number
  more: boolean
  epoch: string
  granted: string[]
  lost: string[]
  windows: Record<string, { from: string }>
}

const ask = (query: Record<string, string>, who = doctor) =>
  world.app.inject({ url: '/api/sync/pull', query, headers: bearer(who) })

async function pull(query: Record<string, string> = {}, who = doctor): Promise<PullAnswer> {
  const answer = await ask(query, who)
  expect(answer.json()).toHaveProperty('rows')
  return answer.json()
}

/** Pulls until there is no more; returns what a device would then hold, and the last batch. */
async function pullAll(
  from: { cursor?: string; held?: Map<string, number> } = {},
  who = doctor,
  limit = '3',
) {
  const held = new Map(from.held)
  let batch: PullAnswer | undefined
  let batches = 0
  do {
    const cursor = batch?.cursor ?? from.cursor
    batch = await pull({ limit, ...(cursor ? { cursor } : {}) }, who)
    for (const row of batch.rows) {
      if (row.op === 'leave') held.delete(row.id)
      else held.set(row.id, Math.max(row.rev, held.get(row.id) ?? 0))
    }
    batches += 1
  } while (batch.more && batches < 500)
  return { held, cursor: batch.cursor, last: batch, batches }
}

async function saveTag(input: object, base?: object, who = doctor): Promise<{ pos: number; rev: number }> {
  const command = {
    id: uuidv7(),
    call: 'test/saveTag',
    version: 1,
    input,
    base,
    at: new Date().toISOString(),
  }
  const payload = { device_id: who.deviceId, commands: [command] }
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/sync/commands',
    headers: bearer(who),
    payload,
  })
  const [one] = answer.json().answers
  expect(one.status).toBe(200)
  return one
}

const addTags = (count: number, scope = CLIENT_SCOPE) =>
  Promise.all(
    Array.from({ length: count }, async () => {
      const id = randomUUID()
      await saveTag({ id, name: 'T', scope })
      return id
    }),
  )

test('the first pull returns everything in the scopes, in batches, and names its position', async () => {
  const ids = await addTags(10)
  const { held, last, batches } = await pullAll()
  expect([...held.keys()].toSorted()).toEqual(ids.toSorted())
  expect(batches).toBeGreaterThan(3)
  expect(last.granted).toEqual([CLIENT_SCOPE, userScope(doctor.userId), doctorScope(doctor.userId)])
  expect(last).toMatchObject({ pos: 10, more: false, lost: [], epoch: expect.any(String) })
})

test('later pulls return the changes since, each record once, with its current state', async () => {
  const [id = ''] = await addTags(1)
  const { cursor } = await pullAll()
  await saveTag({ id, name: 'Two' }, { rev: 1 })
  const { pos } = await saveTag({ id, name: 'Three' }, { rev: 2 })
  const batch = await pull({ cursor })
  expect(batch.rows).toEqual([
    { type: 'tag', id, rev: 3, op: 'put', scope: 'client', body: expect.objectContaining({ name: 'Three' }) },
  ])
  expect([batch.pos, batch.more]).toEqual([pos, false])
  expect((await pull({ cursor: batch.cursor })).rows).toEqual([])
})

test('batches read during many writes miss nothing', async () => {
  await addTags(20)
  const writing = { goesOn: true }
  const written = new Map<string, number>()
  const writers = Promise.all(
    Array.from({ length: 6 }, async () => {
      for (let i = 0; i < 15; i += 1) {
        const id = randomUUID()
        await saveTag({ id, name: 'W', holdMs: 3 })
        const { rev } = await saveTag({ id, name: 'W2', holdMs: 3 }, { rev: 1 })
        written.set(id, rev)
      }
    }),
  ).finally(() => {
    writing.goesOn = false
  })
  let device = await pullAll()
  while (writing.goesOn) device = await pullAll(device)
  await writers
  device = await pullAll(device)
  const { rows } = await world.admin.query<{ id: string; rev: number }>(
    'select id, rev from study_tag where client_id = $1',
    [world.clientId],
  )
  expect(device.held).toEqual(new Map(rows.map(({ id, rev }) => [id, rev])))
  expect(written.size).toBe(90)
})

test('a batch ends on a position: a change that does not fit comes with the next batch', async () => {
  const { cursor } = await pullAll()
  const ids = await addTags(5)
  const first = await pull({ cursor, limit: '2' })
  expect([first.rows.length, first.more]).toEqual([2, true])
  const { held } = await pullAll({ cursor: first.cursor })
  expect(new Set([...first.rows.map((row) => row.id), ...held.keys()])).toEqual(new Set(ids))
})

test('a record that the reader may no longer see is removed from the device', async () => {
  const [id = ''] = await addTags(1)
  const { cursor } = await pullAll()
  await saveTag({ id, name: 'Hidden' }, { rev: 1 })
  await world.admin.query('update study_tag set active = false where id = $1', [id])
  const batch = await pull({ cursor })
  expect(batch.rows).toEqual([{ type: 'tag', id, rev: 2, op: 'leave', scope: 'client' }])
})

test('a record that moves to a scope without access is removed, one that moves to a granted scope stays', async () => {
  const [a, b] = [await world.addBranch(), await world.addBranch()]
  const reader = await world.signIn({ modules: ['view_archives'], branchIds: [a], isDoctor: false })
  const both = await world.signIn({ modules: ['view_archives'], branchIds: [a, b], isDoctor: false })
  const [id = ''] = await addTags(1, branchScope(a))
  const [one, two] = [await pullAll({}, reader), await pullAll({}, both)]
  await saveTag({ id, name: 'Moved', scope: branchScope(b), left: branchScope(a) }, { rev: 1 })
  const gone = await pull({ cursor: one.cursor }, reader)
  expect(gone.rows).toEqual([{ type: 'tag', id, rev: 2, op: 'leave', scope: branchScope(a) }])
  const kept = await pull({ cursor: two.cursor }, both)
  expect(kept.rows).toMatchObject([{ id, rev: 2, op: 'put', scope: branchScope(b) }])
})

test('a gained scope is filled from its beginning, a lost one is reported and the others are filled again', async () => {
  const [a, b] = [await world.addBranch(), await world.addBranch()]
  const reader = await world.signIn({ modules: ['view_archives'], branchIds: [a], isDoctor: false })
  const [ofA, ofB, ofAll] = [
    await addTags(4, branchScope(a)),
    await addTags(4, branchScope(b)),
    await addTags(2),
  ]
  const start = await pullAll({}, reader)
  expect(new Set(start.held.keys())).toEqual(new Set([...ofA, ...ofAll]))
  const move = (branches: string[]) =>
    world.admin.query('update app_user set branch_ids = $2 where id = $1', [reader.userId, branches])
  await move([a, b])
  const gained = await pullAll(start, reader)
  expect(new Set(gained.held.keys())).toEqual(new Set([...ofA, ...ofB, ...ofAll]))
  await move([b])
  const first = await pull({ cursor: gained.cursor, limit: '3' }, reader)
  expect([first.lost, first.granted]).toEqual([
    [branchScope(a)],
    [CLIENT_SCOPE, userScope(reader.userId), branchScope(b)],
  ])
  const rest = await pullAll({ cursor: first.cursor }, reader)
  const again = new Set([...first.rows.map((row) => row.id), ...rest.held.keys()])
  expect(again).toEqual(new Set([...ofB, ...ofAll]))
  expect(rest.last.lost).toEqual([])
})

test('requested scopes are only a wish: a request never grants more', async () => {
  const foreign = await world.addBranch()
  const batch = await pull({ scopes: `${CLIENT_SCOPE},${branchScope(foreign)}` })
  expect(batch.granted).toEqual([CLIENT_SCOPE])
})

test('a client administrator holds every branch and records without a branch; a patient holds nothing', async () => {
  const branch = await world.addBranch()
  const admin = await world.signIn({ isClientAdmin: true, isDoctor: false })
  expect((await pull({}, admin)).granted).toEqual([
    CLIENT_SCOPE,
    userScope(admin.userId),
    DESK_SCOPE,
    patientsScope(branch),
    patientsScope(null),
    visitsScope(branch),
    visitsScope(null),
    branchScope(branch),
    branchScope(null),
  ])
  const patient = await world.signIn({ userType: 'PATIENT', isDoctor: false })
  expect(await pull({}, patient)).toMatchObject({ granted: [], rows: [], more: false })
})

test('a batch never contains anything of another client', async () => {
  const stranger = await world.signIn({ clientId: world.otherClientId })
  await addTags(3)
  await saveTag({ id: randomUUID(), name: 'Theirs' }, undefined, stranger)
  const { held, last } = await pullAll({}, stranger)
  expect([held.size, last.pos]).toEqual([1, 1])
})

test('the windows have absolute bounds, in whole days', async () => {
  const { now } = world.clock
  world.clock.now = new Date('2026-11-21T15:30:00Z')
  const late = await world.signIn()
  const study = { from: '2026-08-21T00:00:00.000Z' }
  // Parts of a study are kept as long as the study.
  const parts = Object.fromEntries(STUDY_PARTS.map(({ type }) => [type, study]))
  const visit = { from: '2026-10-21T00:00:00.000Z' }
  const ofVisits = Object.fromEntries(VISIT_PARTS.map(({ type }) => [type, visit]))
  expect((await pull({}, late)).windows).toEqual({
    ...parts,
    ...ofVisits,
    study,
    visit,
    booking_request: visit,
    notification: visit,
    patient: study,
    report: { from: '2026-11-07T00:00:00.000Z' },
  })
  world.clock.now = now
})

test('a cursor of another epoch or person, an unreadable one and a future one get a resync', async () => {
  const { cursor } = await pullAll()
  const other = await world.signIn()
  const foreign = await ask({ cursor }, other)
  const nonsense = await ask({ cursor: 'bm9uc2Vuc2U' })
  expect([foreign.statusCode, foreign.json().code]).toEqual([410, 'resync'])
  expect([nonsense.statusCode, nonsense.json().code]).toEqual([410, 'resync'])
  await addTags(2)
  const later = await pullAll()
  await world.admin.query('update feed_head set pos = 0 where client_id = $1', [world.clientId])
  expect((await ask({ cursor: later.cursor })).statusCode).toBe(410)
  await world.admin.query("delete from entry.server_setting where name = 'epoch'")
  const restored = await world.another()
  const epoch = await restored.inject({ url: '/api/sync/pull', query: { cursor }, headers: bearer(doctor) })
  expect(epoch.statusCode).toBe(410)
})

test('a cursor of another client, and a forged one, return nothing of anybody', async () => {
  await addTags(3)
  const { cursor } = await pullAll()
  const stranger = await world.signIn({ clientId: world.otherClientId })
  expect((await ask({ cursor }, stranger)).json()).toEqual({ code: 'resync', message: expect.any(String) })
  const { epoch } = await pull()
  const madeUp = (owner: SignedIn, clientId: string, pos: number) =>
    writeCursor(
      { pos, done: [branchScope(null), doctorScope(doctor.userId)], waiting: [CLIENT_SCOPE] },
      { epoch, caller: { clientId, userId: owner.userId }, knowledge: [] },
    )
  const ahead = await ask({ cursor: madeUp(stranger, world.otherClientId, 1) }, stranger)
  expect([ahead.statusCode, ahead.json().code]).toEqual([410, 'resync'])
  const batch = await pull({ cursor: madeUp(stranger, world.otherClientId, 0) }, stranger)
  expect([batch.rows, batch.granted]).toEqual([
    [],
    [CLIENT_SCOPE, userScope(stranger.userId), doctorScope(stranger.userId)],
  ])
})

test('a device that was away longer than the feed goes back gets a resync, others continue', async () => {
  const { cursor: old } = await pullAll()
  await addTags(3)
  const { cursor: recent } = await pullAll()
  await world.admin.query("select entry.drop_old_feed(now() + interval '1 day', 1000)")
  expect((await ask({ cursor: old })).json().code).toBe('resync')
  expect((await pull({ cursor: recent })).rows).toEqual([])
  expect((await pullAll()).held.size).toBe(3)
})

test('a batch of long texts ends before it gets too long', async () => {
  const ids = await addTags(6)
  await world.admin.query("update study_tag set name = repeat('x', 1500000) where client_id = $1", [
    world.clientId,
  ])
  const first = await pull()
  expect(first.rows.length).toBeLessThanOrEqual(6)
  const { held } = await pullAll({}, doctor, '500')
  expect(new Set(held.keys())).toEqual(new Set(ids))
})

test('a cursor of three hundred branches fits its field and is sent intact', async () => {
  const branches = Array.from({ length: 300 }, () => randomUUID())
  const reader = await world.signIn({ modules: ['view_archives'], branchIds: branches, isDoctor: false })
  const { cursor } = await pullAll({}, reader)
  expect(cursor.length).toBeLessThan(16_000)
  expect((await pull({ cursor }, reader)).lost).toEqual([])
})

test('the first copy of a record on a device is in the audit trail, once and not for each batch', async () => {
  await addTags(9)
  const device = await pullAll()
  await addTags(3)
  await pullAll(device)
  const { rows } = await world.admin.query(
    "select user_id, record_id, detail from audit_trail where action = 'hold_copies' and client_id = $1",
    [world.clientId],
  )
  const scopes = [CLIENT_SCOPE, userScope(doctor.userId), doctorScope(doctor.userId)]
  expect(rows).toEqual([{ user_id: doctor.userId, record_id: doctor.deviceId, detail: { scopes } }])
})
