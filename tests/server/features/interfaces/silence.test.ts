import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ExchangePeer } from '#contract/calls/interfaces.ts'
import { AL_NOOR, SANJEEVANI } from '#server/features/demo/centres.ts'
import { takeBytes } from '#server/features/hospital-orders/public/take-message.ts'
import { silentSystemsJob } from '#server/features/interfaces/silence.ts'
import { askAdmin, readAudit } from '../look-inside.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

const CLIENT = SANJEEVANI.id
let server: DemoServer

beforeAll(async () => {
  server = await openDemo()
  await askAdmin(
    server,
    `update branch set open_time = '09:00', close_time = '18:00', time_zone = 'Asia/Kolkata' where client_id = $1`,
    [CLIENT],
  )
})
afterAll(() => server.close())

/** Moves the clock to a time in Kolkata. */
function at(text: string): void {
  server.clock.now = new Date(`${text}:00+05:30`)
}

let sent = 0
/** Receives an order of the hospital's system now. */
async function hear(): Promise<void> {
  sent += 1
  const message = [
    `MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121093000||ORM^O01|QUIET${sent}|P|2.5.1`,
    'PID|1||mrn9||Lall^Meena||19800304|F',
    `ORC|NW|QUIET-${sent}`,
    `OBR|1|QUIET-${sent}||CT^CT Chest|||||||||Cough|||||||||||CT`,
  ].join('\r')
  await takeBytes(server.app.kernel, Buffer.from(message), {
    clientOf: () => Promise.resolve(CLIENT),
    onError: (error) => {
      throw error
    },
  })
  await server.app.kernel.exchanges.flush()
}

const look = () => silentSystemsJob.run(server.app.kernel, server.app.log)
/** Signs in now, because the clock moves by days. */
const admin = (username = 'admin.sanjeevani') => server.signIn(username)

async function peerNow(): Promise<ExchangePeer> {
  const peers = (await (await admin()).get('interfaces/peers')).body.result as ExchangePeer[]
  const [peer] = peers.filter(({ name }) => name === 'HIS at CITY')
  if (!peer) throw new Error('the hospital has not been heard')
  return peer
}

/** Returns the start of the silence in Kolkata; a message counts from the time it began. */
async function silentHour(): Promise<string> {
  const since = Date.parse((await peerNow()).silent_since ?? '')
  return new Date(Math.round(since / 60_000) * 60_000 + 5.5 * 3_600_000).toISOString().slice(0, 16)
}

async function watch(hours: number | null, id?: string) {
  const desk = await admin()
  return desk.post('interfaces/setSilence', { id: id ?? (await peerNow()).id, silent_after_hours: hours })
}

/** Returns a person's notifications about systems: kind, how often each was raised, and whether it is read. */
async function bell(username = 'admin.sanjeevani'): Promise<string[]> {
  const rows = await askAdmin<{ kind: string; times: number; is_read: boolean }>(
    server,
    `select n.kind, n.times, n.read_on is not null as is_read from notification n
     join app_user u on u.client_id = n.client_id and u.id = n.user_id
     where u.username = $1 and n.kind like 'interface%'`,
    [username],
  )
  return rows.map(({ kind, times, is_read }) => `${kind} ${times}${is_read ? ' read' : ''}`).toSorted()
}

test('a system without a watch sends no alarm', async () => {
  at('2026-11-24T16:00')
  await hear()
  at('2026-11-27T16:00')
  await look()
  expect(await bell()).toEqual([])
  expect(await peerNow()).toMatchObject({ is_heard: 1, silent_after_hours: null, silent_since: null })
})

test('a silence of so many open hours is announced once, to administrators only, and a closed night does not count', async () => {
  at('2026-11-28T16:00')
  await hear()
  expect((await watch(4)).status).toBe(200)
  at('2026-11-29T10:55')
  await look()
  expect(await bell()).toEqual([])
  at('2026-11-29T11:00')
  await look()
  await look()
  at('2026-11-30T17:00')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  expect(await bell('dr.mehta')).toEqual([])
  expect(await bell('admin.alnoor')).toEqual([])
  expect((await peerNow()).silent_after_hours).toBe(4)
  expect(await silentHour()).toBe('2026-11-28T16:00')
})

test('it is first on the desk, and is shown as active again with the first message', async () => {
  const { id } = await peerNow()
  const [first] = (await (await admin()).get('interfaces/peers')).body.result as ExchangePeer[]
  expect(first?.id).toBe(id)
  await hear()
  // The contact is visible at once; the notification follows at the next check.
  expect((await peerNow()).silent_since).toBeNull()
  await look()
  await look()
  expect(await bell()).toEqual(['interface_heard 1', 'interface_silent 1 read'])
  const { body } = await (await admin()).get('noti/lists', { kind: 'interface_heard' })
  expect(body.result.data).toMatchObject([
    {
      subject_type: 'interface',
      subject_id: id,
      isread: 0,
      msg: 'Another system that was silent is heard again',
    },
  ])
})

test('the next silence is announced again, and one no longer watched is not', async () => {
  at('2026-12-02T12:00')
  await look()
  // The notification that it was heard again ends.
  expect(await bell()).toEqual(['interface_heard 1 read', 'interface_silent 1', 'interface_silent 1 read'])
  await watch(null)
  await look()
  expect(await bell()).toEqual([
    'interface_heard 1 read',
    'interface_silent 1 read',
    'interface_silent 1 read',
  ])
  expect(await peerNow()).toMatchObject({ silent_after_hours: null, silent_since: null })
  const lines = await readAudit(server, CLIENT, 'exchange_peer')
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
    ['save', { silent_after_hours: 4 }],
    ['save', { silent_after_hours: null }],
  ])
})

test('a longer setting withdraws an alarm that it would not have raised; a shorter one raises it', async () => {
  at('2026-12-03T09:00')
  await hear()
  await watch(2)
  at('2026-12-03T11:30')
  await look()
  expect((await peerNow()).silent_since).not.toBeNull()
  await watch(3)
  expect((await peerNow()).silent_since).toBeNull()
  await look()
  expect((await peerNow()).silent_since).toBeNull()
  await watch(1)
  await look()
  expect(await silentHour()).toBe('2026-12-03T09:00')
})

test('an invalid setting is refused by its field, another client’s system is not found, a doctor is refused', async () => {
  for (const hours of [0, -1, 721, 1.5, '4'])
    expect((await watch(hours as number)).body).toMatchObject({
      code: 'invalid',
      fields: { silent_after_hours: expect.any(String) },
    })
  expect((await watch(4, crypto.randomUUID())).status).toBe(404)
  const { id } = await peerNow()
  const asked = { id, silent_after_hours: 4 }
  expect((await (await admin('admin.alnoor')).post('interfaces/setSilence', asked)).status).toBe(404)
  expect((await (await admin('dr.mehta')).post('interfaces/setSilence', asked)).body.code).toBe(
    'not_permitted',
  )
  const out = crypto.randomUUID()
  await askAdmin(
    server,
    `insert into exchange_peer (client_id, id, kind, name, first_contact, last_at, last_outcome)
     values ($1, $2, 'hl7_out', 'HIS out', now(), now(), 'ok')`,
    [CLIENT, out],
  )
  expect((await watch(4, out)).body).toMatchObject({
    code: 'invalid',
    fields: { silent_after_hours: 'is for systems that are heard of their own accord' },
  })
})

test('a failure for one client or system does not prevent other alarms', async () => {
  const watchAnother = (clientId: string, name: string) =>
    askAdmin(
      server,
      `insert into exchange_peer (client_id, id, kind, name, first_contact, last_at, last_outcome, silent_after_hours)
       values ($1, $2, 'hl7_in', $3, '2026-12-04T06:00Z', '2026-12-04T06:00Z', 'ok', 1)`,
      [clientId, crypto.randomUUID(), name],
    )
  for (const clientId of [CLIENT, AL_NOOR.id]) await watchAnother(clientId, 'Quiet')
  await watchAnother(CLIENT, 'Breaks')
  await askAdmin(
    server,
    `create function break_one() returns trigger language plpgsql as $$ begin raise 'Breaks at Meera'; end $$;
     create trigger break_one before update on exchange_peer for each row when (old.name = 'Breaks')
       execute function break_one()`,
  )
  // An unknown time zone: its hours cannot be counted.
  const zone = (clientId: string, text: string) =>
    askAdmin(server, 'update branch set time_zone = $2 where client_id = $1', [clientId, text])
  const silent = async () =>
    (
      await askAdmin<{ client_id: string; name: string }>(
        server,
        `select client_id, name from exchange_peer where silent_since = '2026-12-04T06:00Z'`,
      )
    ).map(({ client_id, name }) => `${client_id === CLIENT ? 'Sanjeevani' : 'Al Noor'} ${name}`)
  at('2026-12-04T16:00')
  const faults: unknown[] = []
  const log = Object.assign(Object.create(server.app.log), { error: (line: unknown) => faults.push(line) })
  const lookAndLog = () => silentSystemsJob.run(server.app.kernel, log)
  await zone(AL_NOOR.id, 'Nowhere/Else')
  await lookAndLog()
  expect(await silent()).toEqual(['Sanjeevani Quiet'])
  expect(faults).toHaveLength(2)
  expect(JSON.stringify(faults)).not.toContain('Meera')
  await zone(AL_NOOR.id, 'Asia/Kuwait')
  await zone(CLIENT, 'Nowhere/Else')
  await lookAndLog()
  expect((await silent()).toSorted()).toEqual(['Al Noor Quiet', 'Sanjeevani Quiet'])
  await zone(CLIENT, 'Asia/Kolkata')
  await askAdmin(
    server,
    `drop function break_one cascade; delete from exchange_peer where name in ('Quiet', 'Breaks')`,
  )
})

test('a check waits for no writer of the log, and two simultaneous checks announce a silence once', async () => {
  at('2026-12-05T09:00')
  await hear()
  await watch(2)
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  at('2026-12-05T10:00')
  await server.db.database.tenant(CLIENT, async (tx) => {
    await sql`select id from exchange_peer for update`.execute(tx)
    await look()
  })
  at('2026-12-05T11:30')
  await Promise.all([look(), look(), look()])
  expect(await bell()).toEqual(['interface_silent 1'])
})

test('a system that sends during the check is not announced as silent', async () => {
  at('2026-12-06T09:00')
  await hear()
  await look()
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  at('2026-12-06T11:30')
  const { database, ...kernel } = server.app.kernel
  // The message arrives after the check has read its data.
  let isRead = false
  const tenant: typeof database.tenant = async (...given) => {
    const answer = await database.tenant(...given)
    if (!isRead) {
      isRead = true
      await hear()
    }
    return answer
  }
  await silentSystemsJob.run({ ...kernel, database: { ...database, tenant } }, server.app.log)
  expect(await bell()).toEqual([])
  expect((await peerNow()).silent_since).toBeNull()
})

const WEST = '019a0000-0000-7000-8000-0000000000c1'
const NORTH = '019a0000-0000-7000-8000-0000000000c2'
const saveWest = async (changes: Record<string, unknown>) => {
  const record = {
    id: WEST,
    type: 'Basic',
    name: 'West',
    db_host: '127.0.0.1',
    db_port: 4242,
    db_user: 'reader',
    db_password: 'image-secret-1',
    db_name: 'dicom-web',
    viewer_url: 'https://viewer.example/?study={STUDY_UID}',
    status: 1,
  }
  const [stored] = await askAdmin<{ rev: number }>(server, 'select rev from pacs where id = $1', [
    changes.id ?? WEST,
  ])
  const based = stored && { 'if-match': `"${stored.rev}"` }
  const { status, body } = await (await admin()).post('pacs/save', { ...record, ...changes }, based)
  expect(status, JSON.stringify(body)).toBe(200)
}
const peerCalled = async (name: string) =>
  ((await (await admin()).get('interfaces/peers')).body.result as ExchangePeer[]).find(
    (one) => one.name === name,
  )
/** Records a contact of an image server or of a machine now. */
async function hearOf(kind: 'pacs_poll' | 'worklist', peer: string): Promise<void> {
  server.app.kernel.exchanges.record({ clientId: CLIENT, kind, peer, outcome: 'ok' })
  await server.app.kernel.exchanges.flush()
}

test('an image server’s alarm follows it to its new name', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  at('2026-12-08T10:00')
  await watch(null)
  await saveWest({})
  await hearOf('pacs_poll', 'West')
  const { id = '' } = (await peerCalled('West')) ?? {}
  await watch(2, id)
  await saveWest({ name: 'West Wing' })
  expect(await peerCalled('West')).toBeUndefined()
  expect(await peerCalled('West Wing')).toMatchObject({ id, silent_after_hours: 2 })
  await hearOf('pacs_poll', 'West Wing')
  at('2026-12-08T11:30')
  await look()
  expect(await bell()).toEqual([])
  at('2026-12-08T12:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
})

test('it moves to a system with that name already in the log, and leaves the old one without an alarm', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  at('2026-12-08T13:00')
  // A poll that was running recorded the old name.
  await hearOf('pacs_poll', 'West')
  await saveWest({ name: 'West' })
  expect(await peerCalled('West Wing')).toMatchObject({ silent_after_hours: null, silent_since: null })
  expect(await peerCalled('West')).toMatchObject({ silent_after_hours: 2, silent_since: null })
})

test('a disabled or removed image server is not silent, and an enabled one is watched again', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  at('2026-12-09T10:00')
  await hearOf('pacs_poll', 'West')
  at('2026-12-09T12:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  await saveWest({ status: 0 })
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read'])
  expect(await peerCalled('West')).toMatchObject({ silent_after_hours: 2, silent_since: null })
  at('2026-12-10T12:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read'])
  // The time while it was off does not count as silence: the hours begin when it is switched on.
  await saveWest({ status: 1 })
  await look()
  at('2026-12-10T14:25')
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read'])
  at('2026-12-10T14:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1', 'interface_silent 1 read'])
  await (await admin()).post('pacs/delete', { id: WEST })
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read', 'interface_silent 1 read'])
})

test('a title that no active machine uses any more is not silent', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  const [machine] = await askAdmin<{ id: string; aet: string }>(
    server,
    `select m.id, m.aet from machine m where client_id = $1 and active and hidden is null
       and not exists (select from machine o where o.client_id = m.client_id and o.aet = m.aet and o.id <> m.id) limit 1`,
    [CLIENT],
  )
  at('2026-12-10T10:00')
  await hearOf('worklist', machine?.aet ?? '')
  await watch(2, (await peerCalled(machine?.aet ?? ''))?.id)
  at('2026-12-10T12:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  await askAdmin(server, 'update machine set active = false where id = $1', [machine?.id])
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read'])
  at('2026-12-11T12:30')
  await look()
  expect(await bell()).toEqual(['interface_silent 1 read'])
})

test('a title used again, and one to which a machine is renamed, are watched from then on', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  const [machine] = await askAdmin<Record<string, string>>(
    server,
    `select m.id, m.aet, m.branch_id, m.department_id, m.name, m.modality, m.rev from machine m
     where client_id = $1 and active and hidden is null
       and not exists (select from machine o where o.client_id = m.client_id and o.aet = m.aet and o.id <> m.id) limit 1`,
    [CLIENT],
  )
  if (!machine) throw new Error('no machine')
  const { rev: _, ...fields } = machine
  const save = async (changes: Record<string, unknown>) => {
    const [stored] = await askAdmin<{ rev: number }>(server, 'select rev from machine where id = $1', [
      machine.id,
    ])
    const answer = await (await admin()).post(
      '/phpapi/index.php/master/saveMachine',
      { ...fields, status: 1, ...changes },
      { 'if-match': `"${stored?.rev}"` },
    )
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  at('2026-12-14T09:00')
  await hearOf('worklist', machine.aet ?? '')
  const { id = '' } = (await peerCalled(machine.aet ?? '')) ?? {}
  await watch(2, id)
  await save({ status: 0 })
  at('2026-12-15T09:00')
  await save({ status: 1 })
  at('2026-12-15T10:55')
  await look()
  expect(await bell()).toEqual([])
  // After a change of title the alarm continues and its hours start again.
  await save({ aet: 'RENAMED' })
  expect(await peerCalled(machine.aet ?? '')).toBeUndefined()
  expect(await peerCalled('RENAMED')).toMatchObject({ id, silent_after_hours: 2 })
  at('2026-12-15T12:50')
  await look()
  expect(await bell()).toEqual([])
  at('2026-12-15T12:55')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  await save({})
  await watch(null, id)
})

test('an alarm moved to a known name does not use that name’s old messages', async () => {
  at('2026-12-16T09:00')
  await hearOf('pacs_poll', 'Old Wing')
  await saveWest({ id: NORTH, name: 'North' })
  await hearOf('pacs_poll', 'North')
  at('2026-12-18T09:00')
  await hearOf('pacs_poll', 'North')
  await watch(2, (await peerCalled('North'))?.id)
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  await saveWest({ id: NORTH, name: 'Old Wing' })
  at('2026-12-18T10:55')
  await look()
  expect(await bell()).toEqual([])
  at('2026-12-18T11:00')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  await watch(null, (await peerCalled('Old Wing'))?.id)
})

test('holidays do not count, in the time zone of each branch', async () => {
  await askAdmin(server, 'delete from notification where client_id = $1', [CLIENT])
  // A Saturday.
  at('2026-12-19T17:00')
  await hear()
  const { id } = await peerNow()
  const set = async (input: Record<string, unknown>) =>
    (await admin()).post('interfaces/setSilence', { id, silent_after_hours: 4, ...input })
  expect((await set({ rest_days: [0] })).status).toBe(200)
  expect((await peerNow()).rest_days).toEqual([0])
  at('2026-12-20T18:00')
  await look()
  at('2026-12-21T11:55')
  await look()
  expect(await bell()).toEqual([])
  at('2026-12-21T12:00')
  await look()
  expect(await bell()).toEqual(['interface_silent 1'])
  // A form without these fields keeps their values.
  await set({ silent_after_hours: 5 })
  expect((await peerNow()).rest_days).toEqual([0])
  for (const rest_days of [[7], [-1], [1, 1], [0, 1, 2, 3, 4, 5, 6]])
    expect((await set({ rest_days })).body.code).toBe('invalid')
})
