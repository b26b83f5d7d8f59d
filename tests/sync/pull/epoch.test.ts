import { expect, test } from 'vitest'
import { noteEpoch } from '#src/sync/pull/epoch.ts'
import { createPuller } from '#src/sync/pull/puller.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { outboxRow } from '../support/outbox-row.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, callerOver, openBare, openPage, until } from '../support/test-page.ts'

test('the first history of a device is stored and resends nothing', async () => {
  const { work } = await openBare()
  expect(await noteEpoch(work, 'first')).toBe(false)
  expect(await noteEpoch(work, 'first')).toBe(false)
})

test('another history lets acknowledged commands wait again, as if they had never been sent', async () => {
  const { work } = await openBare()
  await noteEpoch(work, 'first')
  const tried = { claim: { fence: 1, until: 5 }, attempts: 3, nextAt: 9, lastError: { kind: 'server' } }
  await work.outbox.bulkAdd([
    outboxRow(1, { state: 'acked', acked: { pos: 4, rev: 2, at: 1 }, ...tried } as never),
    outboxRow(2, { state: 'waiting', attempts: 2, nextAt: 7 }),
  ])
  await work.overlay.bulkAdd([
    { id: 'o1', command: 'command 1', type: 'study', record: 's', seq: 1, ackedRev: 2, e: {} },
    { id: 'o2', command: 'command 9', type: 'study', record: 's', seq: 2, ackedRev: 3, e: {} },
  ] as never)
  expect(await noteEpoch(work, 'second')).toBe(true)
  const [again, waiting] = await work.outbox.orderBy('seq').toArray()
  expect(again).toMatchObject({ state: 'waiting', attempts: 0, nextAt: 0 })
  expect([again?.acked, again?.claim, again?.lastError]).toEqual([undefined, undefined, undefined])
  expect(waiting).toMatchObject({ attempts: 2, nextAt: 7 })
  expect((await work.overlay.toArray()).map(({ ackedRev }) => ackedRev)).toEqual([undefined, 3])
  // The same history again is no news, and one without acknowledged commands neither.
  expect([await noteEpoch(work, 'second'), await noteEpoch(work, 'third')]).toEqual([false, false])
})

test('work that is not sent keeps the history that its revision belongs to', async () => {
  const { work } = await openBare()
  await noteEpoch(work, 'first')
  const row = (seq: number, base: unknown) =>
    outboxRow(seq, { base, record: `report:r${seq}`, signature: 'signed' } as never)
  await work.outbox.bulkAdd([
    row(1, { rev: 4 }),
    row(2, { rev: 4, epoch: 'earlier', of: 'r2' }),
    row(3, { follows: 'command 1' }),
    row(4, undefined),
  ])
  const draft = (id: string, part: object) => ({ id, updated: 1, isSaved: false, e: {}, ...part })
  await work.drafts.bulkAdd([
    draft('based', { baseRev: 3 }),
    draft('named', { baseRev: 3, baseEpoch: 'earlier' }),
    draft('new', {}),
  ] as never)
  await noteEpoch(work, 'second')
  const rows = await work.outbox.orderBy('seq').toArray()
  expect(rows.map(({ base }) => base)).toEqual([
    { rev: 4, epoch: 'first', of: 'r1' },
    { rev: 4, epoch: 'earlier', of: 'r2' },
    { follows: 'command 1' },
    undefined,
  ])
  // The signature covers the base: only the changed command is signed again.
  expect(rows.map(({ signature }) => signature)).toEqual([undefined, 'signed', 'signed', 'signed'])
  const drafts = await work.drafts.bulkGet(['based', 'named', 'new'])
  expect(drafts.map((one) => one?.baseEpoch)).toEqual(['first', 'earlier', undefined])
})

test.each(['at once', 'by way of resync', 'after the copies were deleted'])(
  'commands acknowledged by a restored server are sent again and take effect there (%s)',
  async (how) => {
    const first = new ModelServer()
    const browser = new Browser()
    let server = first
    // The restored server answers pulls; until then the queue is delivered without a pull.
    const over = callerOver((url, init) => {
      if (url.includes('sync/pull') && server === first && first.happened.length > 0)
        throw new TypeError('fetch failed')
      return server.fetch(url, init)
    })
    const page = await openPage(browser, first, { call: over })
    await until(async () => (await page.databases.cache.meta.count()) > 0, 'the first pull')
    await saveDraftIn(page.databases, page.device.author, aDraft('kept'), 'Draft', saveLabel)
    page.device.wake()
    const { work } = page.databases
    await until(async () => (await work.outbox.where('state').equals('acked').count()) === 1, 'the delivery')
    const [{ id } = { id: '' }] = await work.outbox.toArray()

    const restored = new ModelServer()
    restored.epoch = 'second'
    if (how === 'by way of resync') restored.resyncs = 1
    if (how === 'after the copies were deleted') await page.databases.cache.meta.clear()
    server = restored
    page.device.refresh()
    await until(() => restored.happened.length === 1, 'the second delivery')
    expect(restored.happened).toMatchObject([{ id, text: '<p>kept</p>' }])
    await until(async () => (await work.outbox.count()) === 0, 'the end of the command')
    await page.device.stop()
  },
)

test('a server that only lost the feed receives nothing twice', async () => {
  const server = new ModelServer()
  const databases = await openBare()
  const waiting: string[] = []
  const puller = createPuller(databases, callerOver(server.fetch), () => waiting.push('again'))
  await puller.pull()
  server.resyncs = 1
  await puller.pull()
  expect(waiting).toEqual([])
})
