import { randomUUID } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { effects } from '../../helpers/test-calls.ts'
import { bearer, openWorld, type SignedIn, type World } from '../../helpers/world.ts'

let world: World
let doctor: SignedIn

beforeAll(async () => {
  world = await openWorld()
  doctor = await world.signIn()
})
afterAll(() => world.close())
beforeEach(() => {
  effects.begun = 0
})

interface TestCommand {
  id?: string
  call?: string
  version?: number
  input?: object
  base?: object
  depends?: string[]
}

const command = (given: TestCommand) => ({
  id: uuidv7(),
  call: 'test/saveTag',
  version: 1,
  input: {},
  at: new Date().toISOString(),
  ...given,
})

async function deliver(commands: TestCommand[], who = doctor, app = world.app) {
  const payload = { device_id: who.deviceId, commands: commands.map(command) }
  const answer = await app.inject({
    method: 'POST',
    url: '/api/sync/commands',
    headers: bearer(who),
    payload,
  })
  expect(answer.statusCode).toBe(200)
  return answer.json().answers as {
    id: string
    status: number
    replayed: boolean
    pos: number | null
    rev: number | null
    body: { code?: string; message?: string; fields?: object; result?: { rev: number } }
  }[]
}

const deliverOne = async (given: TestCommand, who = doctor, app = world.app) => {
  const [answer] = await deliver([given], who, app)
  if (!answer) throw new Error('no answer')
  return answer
}

const plain = (id: string, payload: object, headers: Record<string, string> = {}) =>
  world.app.inject({
    method: 'POST',
    url: '/api/test/saveTag',
    headers: { ...bearer(doctor), 'idempotency-key': id, ...headers },
    payload,
  })

const feedOf = async (id: string) => {
  const { rows } = await world.admin.query(
    'select pos::int, rev, op, scope from change_feed where id = $1 order by pos',
    [id],
  )
  return rows as { pos: number; rev: number; op: string; scope: string }[]
}

test('a command returns the response of its call, with its feed position and revision', async () => {
  const id = randomUUID()
  const answer = await deliverOne({ input: { id, name: 'One' } })
  const [row] = await feedOf(id)
  expect(answer).toEqual({
    id: answer.id,
    status: 200,
    replayed: false,
    pos: row?.pos,
    rev: 1,
    body: { message: 'Saved', result: { id, rev: 1, name: 'One' } },
    receipt: expect.objectContaining({ pos: row?.pos, rev: 1 }),
  })
})

test('a second delivery gets the first response, and nothing happens again', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Once' } }
  const first = await deliverOne(given)
  const second = await deliverOne(given)
  expect(second).toEqual({ ...first, replayed: true })
  expect(effects.begun).toBe(1)
})

test('a plain call with the same id and content is the same command', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Either way' } }
  const first = await deliverOne(given)
  const again = await plain(given.id, given.input)
  expect([again.statusCode, again.headers['idempotency-replayed'], again.json()]).toEqual([
    200,
    'true',
    first.body,
  ])
  expect([again.headers.etag, again.headers['x-feed-position']]).toEqual(['"1"', String(first.pos)])
})

test('the order of fields does not change the content', async () => {
  const [id, tag] = [uuidv7(), randomUUID()]
  await plain(id, { id: tag, name: 'Same' })
  const again = await plain(id, { name: 'Same', id: tag })
  expect([again.statusCode, again.headers['idempotency-replayed']]).toEqual([200, 'true'])
})

test('the same id with a different content, call or person is refused', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Mine' } }
  await deliverOne(given)
  const other = await deliverOne({ ...given, input: { ...given.input, name: 'Other' } })
  const otherCall = await deliverOne({ ...given, call: 'test/guarded' })
  const otherPerson = await deliverOne(given, await world.signIn())
  for (const answer of [other, otherCall, otherPerson])
    expect([answer.status, answer.body.code]).toEqual([422, 'id_reused'])
})

test('the same id of another client is another command', async () => {
  const stranger = await world.signIn({ clientId: world.otherClientId })
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Apart' } }
  const [ours, theirs] = [await deliverOne(given), await deliverOne(given, stranger)]
  expect([ours.replayed, theirs.replayed, theirs.status]).toEqual([false, false, 200])
})

test('twenty duplicates at once over two processes take effect once', async () => {
  const another = await world.another()
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Twenty', holdMs: 100 } }
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) => deliverOne(given, doctor, i % 2 ? world.app : another)),
  )
  expect(answers.filter((answer) => !answer.replayed)).toHaveLength(1)
  for (const answer of answers) expect(answer).toEqual({ ...answers[0], replayed: answer.replayed })
  expect(await feedOf(given.input.id)).toHaveLength(1)
})

test('a duplicate of a command that runs too long is told to retry later', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Slow', holdMs: 4500 } }
  const slow = deliverOne(given)
  await new Promise((later) => setTimeout(later, 200))
  const early = await plain(given.id, given.input)
  expect([early.statusCode, early.json().code, early.headers['retry-after']]).toEqual([
    503,
    'in_progress',
    '1',
  ])
  expect((await slow).status).toBe(200)
  expect((await deliverOne(given)).replayed).toBe(true)
})

test('a refusal is not stored: the same id is judged again', async () => {
  const tag = randomUUID()
  const given = { id: uuidv7(), input: { id: tag, name: 'Second' } }
  await deliverOne({ input: { id: tag, name: 'First' } })
  const refused = await deliverOne(given)
  expect([refused.status, refused.body.code, refused.pos]).toEqual([409, 'conflict', null])
  await world.admin.query('delete from study_tag where id = $1', [tag])
  const accepted = await deliverOne(given)
  expect([accepted.status, accepted.replayed]).toEqual([200, false])
})

test('a chain of changes follows its own results without a conflict', async () => {
  const tag = randomUUID()
  const [a, b, c] = [uuidv7(), uuidv7(), uuidv7()]
  const answers = await deliver([
    { id: c, input: { id: tag, name: 'C' }, base: { follows: b } },
    { id: b, input: { id: tag, name: 'B' }, base: { follows: a } },
    { id: a, input: { id: tag, name: 'A' } },
  ])
  expect(answers.map((answer) => [answer.id, answer.status, answer.rev])).toEqual([
    [a, 200, 1],
    [b, 200, 2],
    [c, 200, 3],
  ])
})

test('a command that depends on a refused one waits, and the rest of the batch runs', async () => {
  const tag = randomUUID()
  const bad = uuidv7()
  const [refused, follower, dependent, free] = await deliver([
    { id: bad, input: { id: tag, name: 'refuse' } },
    { input: { id: tag, name: 'After' }, base: { follows: bad } },
    { input: { id: randomUUID(), name: 'Also' }, depends: [bad] },
    { input: { id: randomUUID(), name: 'Free' } },
  ])
  expect([refused?.status, refused?.body.message]).toEqual([422, 'Not this name.'])
  expect([follower?.status, follower?.body.code]).toEqual([424, 'dependency'])
  expect([dependent?.status, dependent?.body.code]).toEqual([424, 'dependency'])
  expect(free?.status).toBe(200)
})

test('commands in a dependency cycle wait, and get a response', async () => {
  const [a, b] = [uuidv7(), uuidv7()]
  const answers = await deliver([
    { id: a, input: { id: randomUUID(), name: 'A' }, depends: [b] },
    { id: b, input: { id: randomUUID(), name: 'B' }, depends: [a] },
  ])
  expect(answers.map((answer) => answer.status)).toEqual([424, 424])
})

test('a base revision equals the If-Match of a plain call', async () => {
  const tag = randomUUID()
  await plain(uuidv7(), { id: tag, name: 'One' })
  const stale = await plain(uuidv7(), { id: tag, name: 'Two' }, { 'if-match': '"7"' })
  expect([stale.statusCode, stale.json().current]).toEqual([409, { rev: 1 }])
  const right = await plain(uuidv7(), { id: tag, name: 'Two' }, { 'if-match': '"1"' })
  expect([right.statusCode, right.json().result.rev]).toEqual([200, 2])
  const bad = await plain(uuidv7(), { id: tag, name: 'Two' }, { 'if-match': 'seven' })
  expect(bad.json().fields).toEqual({ 'If-Match': 'must be one revision in quotes' })
})

test('a malformed Idempotency-Key is named', async () => {
  const answer = await plain('not-an-id', { id: randomUUID(), name: 'x' })
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { 'Idempotency-Key': 'must be an id' }])
})

test('an unknown call is 400, a version newer than known 503, an older one is accepted', async () => {
  const [unknown, notQueued, newer, older] = await deliver([
    { call: 'test/unheard' },
    { call: 'test/tag', input: { id: randomUUID() } },
    { version: 3, input: { id: randomUUID(), name: 'New' } },
    { version: 1, input: { id: randomUUID(), name: 'Old' } },
  ])
  expect([unknown?.status, unknown?.body.fields]).toEqual([
    400,
    { call: 'is not a change that can be queued' },
  ])
  expect(notQueued?.status).toBe(400)
  expect([newer?.status, newer?.body.code]).toEqual([503, 'server_older'])
  expect(older?.status).toBe(200)
})

test('a command is refused for a missing permission and for invalid fields, each separately', async () => {
  const [guarded, bad] = await deliver([
    { call: 'test/guarded', input: { id: randomUUID() } },
    { version: 2, input: { id: 'x', name: 'y', colour: 'red' } },
  ])
  expect([guarded?.status, guarded?.body.code]).toEqual([422, 'not_permitted'])
  expect([bad?.status, bad?.body.fields]).toEqual([
    400,
    { id: 'must be an id', colour: 'is not a known field' },
  ])
})

test('a command that cannot be read or stored delays no other one of its batch', async () => {
  const [unreadable, nul, half, good] = await deliver([
    { version: 0, base: { rev: 'x' } },
    { input: { id: randomUUID(), name: 'a\0b' } },
    { input: { id: randomUUID(), name: '\ud83d' } },
    { input: { id: randomUUID(), name: 'Good' } },
  ])
  expect([unreadable?.status, Object.keys(unreadable?.body.fields ?? {})]).toEqual([400, ['version', 'base']])
  for (const bad of [nul, half])
    expect([bad?.status, bad?.body.fields]).toEqual([
      400,
      { name: 'holds a character that cannot be stored' },
    ])
  expect(good?.status).toBe(200)
})

test('a batch without names, an empty one and one of more than fifty are refused as a whole', async () => {
  const send = async (commands: object[]) => {
    const payload = { device_id: doctor.deviceId, commands }
    const answer = await world.app.inject({
      method: 'POST',
      url: '/api/sync/commands',
      headers: bearer(doctor),
      payload,
    })
    return [answer.statusCode, Object.keys(answer.json().fields)]
  }
  expect(await send([{ call: 'test/saveTag' }])).toEqual([400, ['commands.0.id']])
  expect(await send([])).toEqual([400, ['commands']])
  expect(await send(Array.from({ length: 51 }, () => command({})))).toEqual([400, ['commands']])
})

test('a stored response is returned even after the right was removed', async () => {
  const verifier = await world.signIn({ modules: ['verify_report'] })
  const given = { id: uuidv7(), call: 'test/guarded', input: { id: randomUUID() } }
  await deliverOne(given, verifier)
  await world.admin.query(
    `update role r set modules = '{}' from app_user u
     where u.id = $1 and r.client_id = u.client_id and r.id = u.role_id`,
    [verifier.userId],
  )
  expect((await deliverOne(given, verifier)).replayed).toBe(true)
  expect((await deliverOne({ ...given, id: uuidv7() }, verifier)).body.code).toBe('not_permitted')
})

test('a connection killed before the commit leaves nothing, and the retry takes effect once', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Cut', holdMs: 2000 } }
  const cut = deliverOne(given)
  await killWhileAsleep()
  expect((await cut).status).toBe(503)
  const retried = await deliverOne({ ...given, input: given.input })
  expect([retried.status, retried.replayed]).toEqual([200, false])
  expect(await feedOf(given.input.id)).toHaveLength(1)
})

async function killWhileAsleep(): Promise<void> {
  for (;;) {
    const { rowCount } = await world.admin.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and query like '%pg_sleep%' and state = 'active' and pid <> pg_backend_pid()`,
    )
    if (rowCount) return
    await new Promise((later) => setTimeout(later, 20))
  }
}

test('a response lost in transit is returned again', async () => {
  const given = { id: uuidv7(), input: { id: randomUUID(), name: 'Lost' } }
  const url = await world.app.listen({ port: 0, host: '127.0.0.1' })
  const cut = new AbortController()
  const payload = {
    device_id: doctor.deviceId,
    commands: [command({ ...given, input: { ...given.input, holdMs: 200 } })],
  }
  const lost = fetch(`${url}/api/sync/commands`, {
    method: 'POST',
    headers: { ...bearer(doctor), 'content-type': 'application/json' },
    body: JSON.stringify(payload),
    signal: cut.signal,
  })
  setTimeout(() => cut.abort(), 100)
  await expect(lost).rejects.toThrow()
  await new Promise((later) => setTimeout(later, 400))
  const again = await deliverOne({ ...given, input: { ...given.input, holdMs: 200 } })
  expect([again.status, again.replayed]).toEqual([200, true])
  expect(effects.begun).toBe(1)
})

test('signatures are kept permanently; other outcomes are deleted but never repeated', async () => {
  const signed = { id: uuidv7(), input: { id: randomUUID(), name: 'signed' } }
  const usual = { id: uuidv7(), input: { id: randomUUID(), name: 'usual' } }
  await deliver([signed, usual])
  await world.admin.query("select entry.age_commands(now() + interval '1 day', 1000)")
  expect((await deliverOne(signed)).replayed).toBe(true)
  const old = await deliverOne(usual)
  expect([old.status, old.body.code]).toEqual([410, 'too_old'])
  expect(await feedOf(usual.input.id)).toHaveLength(1)
  const follower = await deliverOne({ input: { ...usual.input, name: 'next' }, base: { follows: usual.id } })
  expect([follower.status, follower.rev]).toEqual([200, 2])
})

test('a record that changes scope leaves the old one and is added to the new one, in this order', async () => {
  const id = randomUUID()
  await deliverOne({ input: { id, name: 'Moves', scope: 'branch:b', left: 'branch:a' } })
  expect((await feedOf(id)).map(({ op, scope }) => [op, scope])).toEqual([
    ['leave', 'branch:a'],
    ['put', 'branch:b'],
  ])
})

test('positions have no gaps and no duplicates under many writers', async () => {
  const stranger = await world.signIn({ clientId: world.otherClientId })
  const head = async () => {
    const { rows } = await world.admin.query(
      'select coalesce(max(pos), 0)::int as pos from feed_head where client_id = $1',
      [world.otherClientId],
    )
    return rows[0].pos as number
  }
  const before = await head()
  const answers = await Promise.all(
    Array.from({ length: 60 }, () =>
      deliverOne({ input: { id: randomUUID(), name: 'Many', holdMs: 5 } }, stranger),
    ),
  )
  const given = answers.map((answer) => answer.pos ?? 0).toSorted((a, b) => a - b)
  expect(given).toEqual(Array.from({ length: 60 }, (_, i) => before + 1 + i))
  expect(await head()).toBe(before + 60)
})

const sendText = (characters: number) =>
  world.app.inject({
    method: 'POST',
    url: '/api/sync/commands',
    headers: bearer(doctor),
    payload: {
      device_id: doctor.deviceId,
      commands: [command({ input: { name: 'x'.repeat(characters) } })],
    },
  })

test('a batch over eight megabytes is too_large, a smaller one is accepted where a plain call would not be', async () => {
  const large = await sendText(9_000_000)
  expect([large.statusCode, large.json().code]).toEqual([413, 'too_large'])
  expect((await sendText(5_000_000)).statusCode).toBe(200)
})

test('the audit entry exists exactly when the effect does', async () => {
  const id = randomUUID()
  await deliverOne({ input: { id, name: 'Audited' } })
  const refused = randomUUID()
  await deliverOne({ input: { id: refused, name: 'refuse' } })
  const { rows } = await world.admin.query(
    'select user_id, action from audit_trail where record_id = any($1)',
    [[id, refused]],
  )
  expect(rows).toEqual([{ user_id: doctor.userId, action: 'save' }])
})
