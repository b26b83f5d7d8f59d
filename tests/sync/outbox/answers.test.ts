import { expect, test } from 'vitest'
import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import { queueOf } from '#src/sync/outbox/look/use-queue.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { unpark } from '#src/sync/outbox/refused/parked.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until } from '../support/test-page.ts'

async function start(server = new ModelServer([aStudy(), aStudy({ id: studyId(2) })])) {
  const browser = new Browser()
  const page = await openPage(browser, server)
  return { browser, server, page }
}

async function save({ databases, device }: Page, text: string, study = studyId(1)): Promise<string> {
  const id = await saveDraftIn(
    databases,
    device.author,
    aDraft(text, { study_id: study }),
    'Draft',
    saveLabel,
  )
  device.wake()
  return id
}

const rowOf = ({ databases }: Page, id: string) => databases.work.outbox.get(id)
const stateIs = (page: Page, id: string, state: string) =>
  until(async () => (await rowOf(page, id))?.state === state, `the state ${state}`)
// A pull may have removed it from the queue already.
const isDelivered = (page: Page, id: string) =>
  until(async () => ((await rowOf(page, id))?.state ?? 'acked') === 'acked', 'the delivery')

test.each([
  'invalid',
  'markup_refused',
  'not_found',
  'conflict',
  'too_old',
  'already_signed',
  'not_permitted',
] as const)('a refusal %s parks the command with its reason and delays no other record', async (code) => {
  const { server, page } = await start()
  server.refuse = ({ input }) => (input.study_id === studyId(1) ? code : undefined)
  const refused = await save(page, 'refused')
  const other = await save(page, 'other', studyId(2))
  await stateIs(page, refused, 'parked')
  await isDelivered(page, other)
  expect(server.happened).toMatchObject([{ id: other }])
  const items = queueOf(await page.databases.outbox.openAll(await page.databases.work.outbox.toArray()))
  expect(items.items.find(({ id }) => id === refused)?.reason).not.toBe('')
  expect(items.needsYou).toBe(1)
  await page.device.stop()
})

test.each(['internal', 'unavailable', 'in_progress', 'server_older', 'throttled', 'dependency'] as const)(
  'a command answered %s is retried until it takes effect once',
  async (code) => {
    const { server, page } = await start()
    server.faults = Array.from({ length: 6 }, () => ({ each: code }))
    await save(page, 'one')
    await until(() => isDrained(page.databases))
    expect(server.happened).toHaveLength(1)
    await page.device.stop()
  },
)

test.each([408, 425, 429, 500, 502, 503, 504])('a whole request answered %d is retried', async (status) => {
  const { server, page } = await start()
  server.faults = [{ status }, { status, body: { code: 'unavailable', message: 'not now' } }]
  await save(page, 'one')
  await until(() => isDrained(page.databases))
  expect(server.happened).toHaveLength(1)
  await page.device.stop()
})

test.each([401, 403])('an ended session (%d) leaves the command waiting, not parked', async (status) => {
  const { server, page } = await start()
  server.faults = Array.from({ length: 3 }, () => ({
    status,
    body: { code: 'signed_out', message: 'over' },
  }))
  const id = await save(page, 'one')
  await until(async () => (await rowOf(page, id))?.lastError?.kind === 'session' || isDrained(page.databases))
  await until(() => isDrained(page.databases))
  expect(server.happened.map((done) => done.id)).toEqual([id])
  await page.device.stop()
})

test('a pause requested by the server is respected, and the return of the network does not shorten it', async () => {
  const { browser, server, page } = await start()
  server.faults = [{ each: 'throttled', retryAfter: 90 }]
  const id = await save(page, 'one')
  await until(async () => (await rowOf(page, id))?.nextAt === browser.clock + 90_000)
  page.link.set(false)
  page.link.set(true)
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.happened).toHaveLength(0)
  browser.clock += 90_001
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(server.happened).toHaveLength(1)
  await page.device.stop()
})

test('work is sent as soon as the machine sees a network, before the link knows that the server answers', async () => {
  const { server, page } = await start()
  page.link.set(false)
  const id = await save(page, 'one')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.happened).toHaveLength(0)
  page.link.hint(true)
  await until(() => isDrained(page.databases))
  expect(server.happened.map((done) => done.id)).toEqual([id])
  expect(page.link.state().online).toBe(false)
  await page.device.stop()
})

test('a try that finds no server waits again, and is aborted when the probe fails', async () => {
  const { server, page } = await start()
  page.link.set(false)
  const id = await save(page, 'one')
  server.isReachable = false
  page.link.hint(true)
  await until(async () => (await rowOf(page, id))?.lastError?.kind === 'network')
  page.link.hint(false)
  // A try that was on its way ends unheard.
  await new Promise((resolve) => setTimeout(resolve, 50))
  server.isReachable = true
  page.device.wake()
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(server.happened).toHaveLength(0)
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(server.happened.map((done) => done.id)).toEqual([id])
  await page.device.stop()
})

test('the one command that makes the server refuse the whole request is found, and the others are accepted', async () => {
  const { server, page } = await start()
  const poisoned: ErrorCode[] = []
  const passing = server.fetch
  const body = JSON.stringify({ code: 'too_large', message: 'too large' })
  Object.assign(server, {
    fetch: async (url: string, init: RequestInit) => {
      if (!(init.body as string).includes('poison')) return passing(url, init)
      poisoned.push('too_large')
      return new Response(body, { status: 413, headers: { 'content-type': 'application/json' } })
    },
  })
  const page2 = await openPage(new Browser(), server)
  page2.link.set(false)
  const bad = await save(page2, 'poison')
  const good = await save(page2, 'good', studyId(2))
  page2.link.set(true)
  await stateIs(page2, bad, 'parked')
  await isDelivered(page2, good)
  expect(poisoned.length).toBeGreaterThan(0)
  await Promise.all([page.device.stop(), page2.device.stop()])
})

test('a command after a refused one waits behind it and is sent after a retry', async () => {
  const { server, page } = await start()
  page.link.set(false)
  const first = await save(page, 'first')
  const second = await save(page, 'second')
  server.refuse = ({ input }) => (input.report_data === '<p>first</p>' ? 'refused' : undefined)
  page.link.set(true)
  await stateIs(page, first, 'parked')
  await stateIs(page, second, 'waiting')
  expect(server.happened).toHaveLength(0)
  server.refuse = () => undefined
  await unpark(page.databases, first)
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>first</p>', '<p>second</p>'])
  await page.device.stop()
})

test('no command of a record takes effect after a refused one of the same batch', async () => {
  const { server, page } = await start()
  page.link.set(false)
  await save(page, 'refused')
  const { databases, device } = page
  const input = { study_id: studyId(1), assigned_doctor_id: DOCTOR, signed_by_doctor_id: null }
  const behind = await enqueueCommand(databases, device.author, {
    key: 'assignDoctor',
    input,
    label: 'Assign',
  })
  server.refuse = ({ call }) => (call === 'saveReport' ? 'refused' : undefined)
  page.link.set(true)
  await until(async () => (await rowOf(page, behind))?.lastError?.kind === 'dependency')
  expect(server.batches[0]).toHaveLength(2)
  expect(server.happened).toEqual([])
  await page.device.stop()
})

test('a command after a discarded one is based on the revision of the discarded one', async () => {
  const { server, page } = await start()
  server.saveElsewhere({ report_data: '<p>there</p>' })
  page.link.set(false)
  const draft = (text: string) => aDraft(text, { base_rev: 1 })
  const { databases, device } = page
  const first = await saveDraftIn(databases, device.author, draft('first'), 'Draft', saveLabel)
  await saveDraftIn(databases, device.author, draft('second'), 'Draft', saveLabel)
  expect(await device.giveUpCommand(first)).toBe('gone')
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>second</p>'])
  await page.device.stop()
})

test('a refused change is not shown as done', async () => {
  const { server, page } = await start()
  server.refuse = () => 'not_permitted'
  const id = await save(page, 'one')
  await stateIs(page, id, 'parked')
  const { readWaiting } = await import('#src/db/waiting-changes.ts')
  expect(await readWaiting(page.databases.work, 'report')).toEqual([])
  await page.device.stop()
})
