import { afterEach, expect, test } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import { recordPayment } from '#src/sync/desk/record-payment.ts'
import { awaitOutcome } from '#src/sync/outbox/look/await-outcome.ts'
import { PATIENCE_MS } from '#src/sync/outbox/send/made-offline.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

let page: Page
afterEach(async () => {
  setDevice(undefined)
  await page.device.stop()
})

/**
 * Starts a connection on which every response waits until `arrive` is called; the first commands have reached
 * the server by then.
 */
async function start(server = new ModelServer()) {
  const browser = new Browser()
  const { promise: held, resolve: arrive } = Promise.withResolvers<void>()
  const call = callerOver(async (url, init) => {
    const answer = await server.fetch(url, init)
    if (url.includes('sync/commands')) await held
    return answer
  })
  page = await openPage(browser, server, { call })
  setDevice(page.device)
  const save = async () => {
    const id = await saveDraftIn(page.databases, page.device.author, aDraft('one'), 'Draft', saveLabel)
    page.device.wake()
    await until(() => server.batches.length > 0, 'the request')
    return id
  }
  return { browser, server, arrive, save }
}

/** Refuses commands that were made while waiting for the response, like a slot that is taken. */
const takenUnlessOffline = () => {
  const server = new ModelServer()
  server.refuse = ({ made_offline }) => (made_offline ? undefined : 'slot_taken')
  return server
}
const rowOf = (id: string) => page.databases.work.outbox.get(id)
const flagsSent = (server: ModelServer) =>
  server.batches.flat().map(({ made_offline }) => made_offline === true)

test('a command that the app stopped waiting for is judged again as made offline, under the same id, and done once', async () => {
  const { server, arrive, save } = await start(takenUnlessOffline())
  const id = await save()
  expect(await awaitOutcome(id, 20)).toEqual({ kind: 'waiting' })
  arrive()
  await until(() => isDrained(page.databases), 'the delivery')
  expect(flagsSent(server)).toEqual([false, true])
  expect(new Set(server.batches.flat().map((one) => one.id))).toEqual(new Set([id]))
  expect(server.happened).toHaveLength(1)
})

test('after the first delivery took effect its response counts, and nothing is sent again', async () => {
  const { server, arrive, save } = await start()
  const id = await save()
  expect(await awaitOutcome(id, 20)).toEqual({ kind: 'waiting' })
  arrive()
  await until(() => isDrained(page.databases), 'the delivery')
  expect(flagsSent(server)).toEqual([false])
  expect(server.happened).toHaveLength(1)
  expect((await rowOf(id))?.state ?? 'acked').toBe('acked')
})

test('a refusal that arrives while the person waits is shown and parks the command', async () => {
  const { server, arrive, save } = await start(takenUnlessOffline())
  const id = await save()
  const outcome = awaitOutcome(id, 1_000)
  arrive()
  expect(await outcome).toMatchObject({ kind: 'parked', refusal: { code: 'slot_taken' } })
  expect(flagsSent(server)).toEqual([false])
})

test('a dead page’s command is judged as made offline after the waiting time', async () => {
  const { browser, server, arrive, save } = await start(takenUnlessOffline())
  const id = await save()
  browser.clock += PATIENCE_MS + 1
  arrive()
  await until(() => isDrained(page.databases), 'the delivery')
  expect(flagsSent(server)).toEqual([false, true])
  expect((await rowOf(id))?.state ?? 'acked').toBe('acked')
})

test('a command also refused as made offline waits for its person', async () => {
  const server = new ModelServer()
  server.refuse = () => 'not_permitted'
  const { arrive, save } = await start(server)
  const id = await save()
  await awaitOutcome(id, 20)
  arrive()
  await until(async () => (await rowOf(id))?.state === 'parked', 'the refusal')
  expect(flagsSent(server)).toEqual([false, true])
})

test('a saved payment counts as made offline even while the network seems to work', async () => {
  await start()
  const [id, branch_id, patient_id] = [1, 2, 3].map((n) => `0199f0aa-${n}111-7000-8000-0123456789ab`)
  const visit = { id: id!, rev: 0, branch_id: branch_id!, patient_id: patient_id!, is_radiology: 1 } as const
  await recordPayment(visit, [{ mode: 'Cash', amount: 300 }])
  const [row] = await page.databases.work.outbox.toArray()
  expect(row).toMatchObject({ call: 'appt/createReceipts', isOffline: true })
})
