import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { GivenNumber, SignedReceipt } from '#contract/calls/sync.ts'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import { beginHistory } from '#server/kernel/backup/begin-history.ts'
import { openNumberBook, takeNumbers } from '#server/kernel/number-series.ts'
import { raiseBeyond } from '#server/kernel/numbers-back.ts'
import { isGenuine, signReceipt } from '#server/kernel/sync/commands/receipts.ts'
import { provenReceipts } from '#server/kernel/sync/commands/returning.ts'
import { type DemoServer, openDemo } from '../features/open-demo.ts'

const CLIENT = SANJEEVANI.id
const ANDHERI = SANJEEVANI.branches[0]?.id ?? ''
let server: DemoServer
beforeAll(async () => {
  server = await openDemo()
})
afterAll(() => server.close())

const take = (before: GivenNumber[] = [], count = 1) =>
  server.db.database.tenant(CLIENT, async (tx) => {
    openNumberBook(tx, randomUUID(), before)
    return (await takeNumbers(tx, CLIENT, 'receipt', count, ANDHERI)).map((no) => Number(no.slice(1)))
  })
const given = (no: number): GivenNumber => ({
  kind: 'receipt',
  branch_id: ANDHERI,
  no: `R${String(no).padStart(6, '0')}`,
})

test('a restore skips numbers without any device, returns one of them once, and continues beyond a device’s known numbers', async () => {
  const [last = 0] = await take()
  const client = new Client({ connectionString: server.db.adminUrl })
  await client.connect()
  // As npm run restore does; row-level security applies to the tables' owner too.
  await client.query('set role readroom_owner')
  await beginHistory(client, { made: server.clock.now, now: server.clock.now })
  await client.end()
  expect(await take()).toEqual([last + 1_001])

  // A command keeps its number; no number is given twice, and new numbers do not collide with it.
  expect(await take([given(last + 5)])).toEqual([last + 5])
  expect(await take([given(last + 5)])).toEqual([last + 1_002])
  expect(await take([given(last + 7), given(last + 6)], 3)).toEqual([last + 7, last + 6, last + 1_003])
  // A number from the backup, and one that was given since, belong to another record.
  expect(await take([given(last)])).toEqual([last + 1_004])
  expect(await take([given(last + 1_002)])).toEqual([last + 1_005])
  // One of another series, and one that is not a number.
  expect(await take([{ ...given(last + 8), kind: 'refund' }])).toEqual([last + 1_006])
  expect(await take([{ ...given(last), no: 'R00000X' }])).toEqual([last + 1_007])

  const raise = (no: number) =>
    server.db.database.tenant(CLIENT, (tx) => raiseBeyond(tx, CLIENT, [given(no)]))
  await raise(last + 1_500)
  await raise(last + 20)
  expect(await take()).toEqual([last + 1_501])
  expect(await take([given(last + 1_500)])).toEqual([last + 1_500])
})

test('a series that began after the backup restarts beyond its possible numbers, and returns those', async () => {
  // The restore of the previous test does not concern this series.
  const year = '2026'
  const invoices = (before: GivenNumber[] = []) =>
    server.db.database.tenant(CLIENT, async (tx) => {
      openNumberBook(tx, randomUUID(), before)
      return takeNumbers(tx, CLIENT, 'invoice', 1, ANDHERI, year)
    })
  const lost: GivenNumber = { kind: 'invoice', branch_id: ANDHERI, year, no: 'INV2026-000003' }
  expect(await invoices()).toEqual(['INV2026-001001'])
  expect(await invoices([lost])).toEqual(['INV2026-000003'])
  expect(await invoices([lost])).toEqual(['INV2026-001002'])
  // Of another financial year: its number is not used here.
  expect(await invoices([{ ...lost, year: '2627', no: 'INV2627-000004' }])).toEqual(['INV2026-001003'])
})

test('a financial year that begins after the last restore starts with 1, and continues separately from the others', async () => {
  const take = (year: string) =>
    server.db.database.tenant(CLIENT, (tx) => takeNumbers(tx, CLIENT, 'invoice', 1, ANDHERI, year))
  expect(await take('2728')).toEqual(['INV2728-000001'])
  expect(await take('2829')).toEqual(['INV2829-000001'])
  expect(await take('2728')).toEqual(['INV2728-000002'])
})

test('a receipt is accepted only for the command, person and content that the server signed', () => {
  const { kernel } = server.app
  const receiver = { clientId: CLIENT, userId: randomUUID(), commandId: randomUUID() }
  const hash = Buffer.alloc(32, 7)
  const numbers = [given(12)]
  const receipt = signReceipt({ keys: kernel.keys, epoch: 'before' }, receiver, {
    hash,
    pos: 4,
    rev: 2,
    at: new Date(0),
    numbers,
  })
  expect(isGenuine(kernel, receiver, receipt)).toBe(true)
  expect(provenReceipts(kernel, receiver, hash, [receipt])).toEqual([receipt])
  const forged: SignedReceipt[] = [
    { ...receipt, numbers: [given(13)] },
    { ...receipt, epoch: 'another' },
    { ...receipt, rev: 3 },
    { ...receipt, pos: null },
    { ...receipt, signature: 'AAAA' },
    { ...receipt, key_id: 'none' },
  ]
  for (const one of forged) expect(isGenuine(kernel, receiver, one)).toBe(false)
  expect(isGenuine(kernel, { ...receiver, userId: randomUUID() }, receipt)).toBe(false)
  expect(isGenuine(kernel, { ...receiver, commandId: randomUUID() }, receipt)).toBe(false)
  expect(provenReceipts(kernel, receiver, Buffer.alloc(32, 8), [receipt])).toEqual([])
  // A receipt of this history proves no loss.
  const own = signReceipt(kernel, receiver, { hash, pos: 4, rev: 2, at: new Date(0), numbers })
  expect(provenReceipts(kernel, receiver, hash, [own])).toEqual([])
})
