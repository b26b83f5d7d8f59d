import { afterAll, beforeAll, expect, test } from 'vitest'
import { hashPassword } from '#server/features/auth/public/password.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { takeBytes } from '#server/features/hospital-orders/public/take-message.ts'
import { ageExchangesJob } from '#server/features/interfaces/age-job.ts'
import { exchanged } from '#server/features/interfaces/public/exchanged.ts'
import { logPoll } from '#server/features/pacs/public/log-poll.ts'
import { recordExchange } from '#server/kernel/exchanges/record-exchange.ts'
import { rawContext } from '#server/kernel/exchanges/write-exchanges.ts'
import { askAdmin, updateClient } from '../look-inside.ts'
import { type DemoServer, NOW, openDemo } from '../open-demo.ts'

const USER = 'his.log'
const PASSWORD = 'a password of the test'
const CLIENT = SANJEEVANI.id

let server: DemoServer

beforeAll(async () => {
  server = await openDemo()
  await updateClient(server, CLIENT, {
    basic_auth_usr: USER,
    basic_auth_pwd_hash: await hashPassword(PASSWORD),
  })
})
afterAll(() => server.close())

const order = (id: string, control: string, no: string) =>
  [
    `MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121093000||ORM^O01|${id}|P|2.5.1`,
    'PID|1||MRN77^^^CITY||Lall^Meena||19800304|F',
    'PV1|1|I|W3^12^B',
    `ORC|${control}|${no}`,
    `OBR|1|${no}||CT^CT Chest|||||||||Cough|||||ACC-${no}||||||CT`,
  ].join('\r')

async function post(message: string): Promise<string> {
  const response = await server.app.inject({
    method: 'POST',
    url: '/api/hl7/orders',
    headers: {
      'content-type': 'application/hl7-v2',
      authorization: `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`,
    },
    payload: message,
  })
  return response.body.split('\r').find((line) => line.startsWith('MSA')) ?? ''
}

interface Row {
  id: string
  kind: string
  peer: string
  outcome: string
  code: string
  reason: string
  times: number
  found: number | null
  pat_id: string
  accession_no: string
  order_no: string
  control_id: string
  raw: string | null
}

async function logged(mark: string): Promise<Row[]> {
  await server.app.kernel.exchanges.flush()
  return askAdmin<Row>(
    server,
    `select e.*, p.name as peer from exchange e join exchange_peer p on p.client_id = e.client_id and p.id = e.peer_id
     where e.client_id = $1 and $2 = any (e.marks) order by e.id`,
    [CLIENT, mark],
  )
}

const peers = async () =>
  (await askAdmin<{ n: number }>(server, 'select count(*)::int as n from exchange_peer'))[0]?.n

const countOf = async () =>
  (await askAdmin<{ n: number }>(server, 'select count(*)::int as n from exchange'))[0]?.n

test('an accepted message is in the log with its numbers, and its content is sealed', async () => {
  const message = order('LOG1', 'NW', 'ORD-LOG-1')
  expect(await post(message)).toMatch(/^MSA\|AA\|LOG1/)
  const [row] = await logged('ORD-LOG-1')
  expect(row).toMatchObject({
    kind: 'hl7_in',
    peer: 'HIS at CITY',
    outcome: 'ok',
    code: 'AA',
    pat_id: 'MRN77',
    order_no: 'ORD-LOG-1',
    accession_no: 'ACC-ORD-LOG-1',
    control_id: 'LOG1',
  })
  expect(row?.raw).not.toContain('Meena')
  expect(await server.app.kernel.secrets.open(rawContext(CLIENT, row?.id ?? ''), row?.raw ?? '')).toBe(
    message,
  )
})

test('the same message again is a repeat, and a refused one is logged although its transaction rolled back', async () => {
  await post(order('LOG2', 'NW', 'ORD-LOG-2'))
  expect(await post(order('LOG2', 'NW', 'ORD-LOG-2'))).toContain('Taken before')
  expect((await logged('ORD-LOG-2')).map(({ outcome }) => outcome)).toEqual(['ok', 'repeat'])
  const nobodys = order('LOG3', 'NW', 'ORD-NEVER').replace(/^PID.*\r/m, '')
  expect(await post(nobodys)).toMatch(/^MSA\|AE\|LOG3/)
  const [refused] = await logged('ORD-NEVER')
  expect(refused).toMatchObject({ outcome: 'refused', code: 'AE' })
  expect(refused?.reason).toContain('PID')
  expect(
    await post('MSH|^~\\&|HIS|CITY|READROOM|SANJEEVANI|20261121||ORM^O01|LOG4|P|2.5.1\rnonsense'),
  ).toMatch(/^MSA\|AE/)
  expect(await logged('LOG4')).toMatchObject([{ outcome: 'refused', peer: 'HIS at CITY' }])
})

test('a failing log loses no message, and has it once it can be written', async () => {
  await server.app.kernel.exchanges.flush()
  await askAdmin(server, 'alter table exchange rename to exchange_away')
  expect(await post(order('LOG5', 'NW', 'ORD-LOG-5'))).toMatch(/^MSA\|AA\|LOG5/)
  await server.app.kernel.exchanges.flush()
  await askAdmin(server, 'alter table exchange_away rename to exchange')
  const taken = await askAdmin(server, "select 1 from booking_request where placer_order_no = 'ORD-LOG-5'")
  expect(taken).toHaveLength(1)
  expect(await logged('ORD-LOG-5')).toMatchObject([{ outcome: 'ok' }])
})

test('an entry that cannot be written prevents no other, and recording never throws', async () => {
  const { kernel } = server.app
  const good = { clientId: CLIENT, kind: 'xml_in', peer: 'Good', outcome: 'ok' } as const
  recordExchange(kernel, { ...good, marks: { orderNos: ['GOOD-1'] } })
  recordExchange(kernel, { ...good, outcome: 'no outcome' as 'ok', marks: { orderNos: ['BAD'] } })
  recordExchange(kernel, { ...good, clientId: 'no client' })
  recordExchange(kernel, { ...good, peer: 'Zero \0 letter', marks: { orderNos: ['GOOD-2 \0'] } })
  expect(await logged('GOOD-1')).toHaveLength(1)
  expect(await logged('GOOD-2')).toMatchObject([{ peer: 'Zero  letter' }])
  expect(await logged('BAD')).toEqual([])
})

test('empty polls are one row per server and hour, also over several writes; a poll with a result has its own', async () => {
  const { kernel } = server.app
  const row = { client_id: CLIENT, id: '0197a000-0000-7000-8000-0000000000aa', name: 'Folded server' }
  const ended = { began: performance.now(), reason: '' }
  for (let n = 0; n < 3; n++) logPoll(kernel, row, { ...ended, taken: 0 })
  await kernel.exchanges.flush()
  for (let n = 0; n < 2; n++) logPoll(kernel, row, { ...ended, taken: 0 })
  logPoll(kernel, row, { ...ended, taken: 4 })
  logPoll(kernel, row, { ...ended, fault: 'down', reason: 'Nobody is there.' })
  await kernel.exchanges.flush()
  const rows = await askAdmin<Row>(
    server,
    'select outcome, times, found from exchange where subject_id = $1 order by outcome, times',
    [row.id],
  )
  expect(rows).toEqual([
    { outcome: 'failed', times: 1, found: null },
    { outcome: 'ok', times: 1, found: 4 },
    { outcome: 'ok', times: 5, found: 0 },
  ])
  const sums = await askAdmin(
    server,
    `select total, bad from exchange_hour h join exchange_peer p on p.id = h.peer_id where p.name = 'Folded server'`,
  )
  expect(sums).toEqual([{ total: 7, bad: 1 }])
})

test('a message is acknowledged before its log looks up the client, even if that fails', async () => {
  const unreadable = Buffer.from('PID|1||nobody')
  let found: (clientId: string) => void = () => {}
  const asked = new Promise<string>((resolve) => {
    found = resolve
  })
  const take = (clientOf: () => Promise<string>) =>
    takeBytes(server.app.kernel, unreadable, {
      clientOf,
      onError: (error) => {
        throw error
      },
    })
  const before = await countOf()
  expect(await take(() => asked)).toContain('MSA|AE')
  expect(await take(() => Promise.reject(new Error('no database')))).toContain('MSA|AE')
  expect(await countOf()).toBe(before)
  found(CLIENT)
  await server.app.kernel.exchanges.flush()
  expect(await countOf()).toBe((before ?? 0) + 1)
})

test('a description of an exchange that throws fails nothing', async () => {
  const { kernel } = server.app
  const describe = () => {
    throw new Error('cannot be described')
  }
  expect(await exchanged(kernel, describe, () => Promise.resolve('taken'))).toBe('taken')
  await expect(exchanged(kernel, describe, () => Promise.reject(new Error('failed itself')))).rejects.toThrow(
    'failed itself',
  )
  await kernel.exchanges.flush()
})

test('another client sees none of it', async () => {
  const rows = await server.db.database.tenant('0197a000-0000-7000-8000-0000000000bb', (tx) =>
    tx.selectFrom('exchange').select('id').execute(),
  )
  expect(rows).toEqual([])
})

test('content is deleted after 30 days and rows after 90', async () => {
  await post(order('LOG6', 'NW', 'ORD-LOG-6'))
  expect((await logged('ORD-LOG-6'))[0]?.raw).toBeTruthy()
  const later = (days: number) => ({
    ...server.app.kernel,
    now: () => new Date(NOW.getTime() + days * 86_400_000),
  })
  await ageExchangesJob.run(later(31), server.app.log)
  expect(await logged('ORD-LOG-6')).toMatchObject([{ raw: null, outcome: 'ok' }])
  await ageExchangesJob.run(later(91), server.app.log)
  expect(await countOf()).toBe(0)
  // A system is known for as long as its sums are kept; after that, its place is free for another name.
  expect(await peers()).toBeGreaterThan(0)
  // A system whose silence is watched is kept, however long it has been silent.
  const watched = (hours: number | null) =>
    askAdmin(
      server,
      `update exchange_peer set silent_after_hours = $1 where id = (select min(id::text)::uuid from exchange_peer)`,
      [hours],
    )
  await watched(4)
  await ageExchangesJob.run(later(402), server.app.log)
  expect(await peers()).toBe(1)
  await watched(null)
  await ageExchangesJob.run(later(402), server.app.log)
  expect(await peers()).toBe(0)
})
