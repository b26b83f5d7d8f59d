import { expect, test } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { queueOf } from '#src/sync/outbox/look/use-queue.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { pruneAcked } from '#src/sync/outbox/settle/prune-acked.ts'
import { draftRow, saveInput } from '#src/sync/reports/draft.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { deliverSealedWork } from '#src/sync/sealed/courier.ts'
import { Doom, underDoom } from '../support/doom.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { courierPorts, registerAt } from '../support/sealed-page.ts'
import { Browser, callerOver, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const REPORT = aReport().id

async function start() {
  const server = new ModelServer([aStudy(), aStudy({ id: studyId(2) })])
  const browser = new Browser()
  await registerAt(server, browser.userId)
  // A failed request marks the link as down, so no automatic try follows.
  let cut = () => undefined as void
  const call = callerOver(async (url, init) => {
    try {
      return await server.fetch(url, init)
    } catch (error) {
      cut()
      throw error
    }
  })
  const page = await openPage(browser, server, { call })
  cut = () => page.link.set(false)
  return { browser, server, page }
}

const save = ({ databases, device }: Page, text: string) =>
  saveDraftIn(databases, device.author, aDraft(text), 'Draft', saveLabel)

/** Saves a change of the commands in `settles`: a new command replaces them. */
function edit({ databases, device }: Page, text: string, settles: string[]): Promise<string> {
  const draft = aDraft(text)
  const act = {
    key: 'saveReport',
    input: saveInput(draft, 'Draft'),
    label: 'Save',
    draft: draftRow(draft, device.author.writer),
    settles,
  } as const
  return enqueueCommand(databases, device.author, act)
}

/** Makes a command that was stored and sent without a response: the request or the response was lost. */
async function sentAndUnheard(fault: 'lost answer' | 'lost request') {
  const { browser, server, page } = await start()
  server.faults = [fault]
  const id = await save(page, 'first')
  page.device.wake()
  const { work } = page.databases
  await until(async () => (await work.outbox.get(id))?.lastError?.kind === 'network')
  return { browser, server, page, id }
}
const textsOf = (server: ModelServer) => server.happened.map(({ text }) => text)

test('an unsent command is discarded offline', async () => {
  const { server, page } = await start()
  page.link.set(false)
  server.isReachable = false
  const id = await save(page, 'one')
  expect(await page.device.giveUpCommand(id)).toBe('gone')
  expect(await page.databases.work.outbox.count()).toBe(0)
  expect(await page.databases.work.overlay.count()).toBe(0)
  await page.device.stop()
})

test('a command that may have been sent is first withdrawn at the server, and a late copy of it never runs', async () => {
  const { server, page } = await start()
  server.refuse = () => 'not_permitted'
  const id = await save(page, 'one')
  page.device.wake()
  await until(async () => (await page.databases.work.outbox.get(id))?.state === 'parked')
  server.isReachable = false
  await expect(page.device.giveUpCommand(id)).rejects.toThrow(OfflineError)
  expect(await page.databases.work.outbox.count()).toBe(1)
  server.isReachable = true
  server.refuse = () => undefined
  expect(await page.device.giveUpCommand(id)).toBe('gone')
  expect(await page.databases.work.outbox.count()).toBe(0)
  const late = { device_id: DOCTOR, commands: server.batches[0]! }
  await server.fetch('/api/sync/commands', { method: 'POST', body: JSON.stringify(late) })
  expect(server.happened).toEqual([])
  await page.device.stop()
})

test('a command that took effect is settled as done instead of withdrawn', async () => {
  const { server, page, id } = await sentAndUnheard('lost answer')
  expect(await page.device.giveUpCommand(id)).toBe('was_done')
  expect((await page.databases.work.outbox.get(id))?.state).toBe('acked')
  expect((await page.databases.reports.find(REPORT))?.body.report_data).toBe('<p>first</p>')
  expect(textsOf(server)).toEqual(['<p>first</p>'])
  await page.device.stop()
})

test('a command that the server is running is not withdrawn and stays', async () => {
  const { server, page, id } = await sentAndUnheard('lost request')
  server.isAt = id
  await expect(page.device.giveUpCommand(id)).rejects.toThrow(ApiError)
  expect(await page.databases.work.outbox.count()).toBe(1)
  await page.device.stop()
})

test('an edit of a command that never arrived replaces it, and a late copy of that never runs', async () => {
  const { server, page, id } = await sentAndUnheard('lost request')
  const second = await edit(page, 'second', [id])
  expect((await page.databases.work.outbox.get(second))?.supersedes).toEqual([id])
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(textsOf(server)).toEqual(['<p>second</p>'])
  expect(server.voided.has(id)).toBe(true)
  await page.device.stop()
})

test('an edit of a command that took effect follows it, and all later commands follow the edit', async () => {
  const { server, page, id } = await sentAndUnheard('lost answer')
  const second = await edit(page, 'second', [id])
  await save(page, 'third')
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(textsOf(server)).toEqual(['<p>first</p>', '<p>second</p>', '<p>third</p>'])
  expect(await page.databases.work.outbox.get(second)).toBeUndefined()
  const draft = await page.databases.work.drafts.get(REPORT)
  expect(draft?.baseRev).toBe(server.reports.get(REPORT)?.rev)
  await page.device.stop()
})

test('an edit of an edit names all commands that may have been sent', async () => {
  const { server, page, id } = await sentAndUnheard('lost request')
  const second = await edit(page, 'second', [id])
  const third = await edit(page, 'third', [second])
  expect((await page.databases.work.outbox.get(third))?.supersedes).toEqual([id])
  page.link.set(true)
  await until(() => isDrained(page.databases))
  expect(textsOf(server)).toEqual(['<p>third</p>'])
  await page.device.stop()
})

test('an edit that a courier delivers too late waits for its person and then follows the original', async () => {
  const { browser, server, page, id } = await sentAndUnheard('lost answer')
  await edit(page, 'second', [id])
  await page.device.stop()
  page.databases.close()
  const never = new AbortController().signal
  await deliverSealedWork(courierPorts(browser, server), never)
  await deliverSealedWork(courierPorts(browser, server), never)
  // After that response the device does not send it this way again.
  expect(server.sealedBatches).toBe(1)
  expect(textsOf(server)).toEqual(['<p>first</p>'])
  const next = await openPage(browser, server)
  await until(() => isDrained(next.databases))
  expect(textsOf(server)).toEqual(['<p>first</p>', '<p>second</p>'])
  await next.device.stop()
})

test('a late edit takes effect once and completely, even if the page dies at any step', async () => {
  for (let at = 1; ; at += 1) {
    const { browser, server, page, id } = await sentAndUnheard('lost answer')
    await edit(page, 'second', [id])
    await save(page, 'third')
    await page.device.stop()
    page.databases.close()
    const doom = new Doom(at)
    const dying = await openPage(browser, server, { call: callerOver(doom.fetch(server.fetch)) })
    await underDoom(doom, async () => {
      dying.device.wake()
      await until(async () => doom.hasStruck || (await isDrained(dying.databases)))
      dying.databases.close()
    })
    browser.locks.release(`readroom-sender-${browser.userId}`)
    void dying.device.stop()
    const next = await openPage(browser, server)
    await until(() => isDrained(next.databases), `the delivery after dying at step ${at}`)
    expect(textsOf(server)).toEqual(['<p>first</p>', '<p>second</p>', '<p>third</p>'])
    await next.device.stop()
    next.databases.close()
    if (!doom.hasStruck) {
      expect(at).toBeGreaterThan(8)
      return
    }
  }
}, 60_000)

test('a command that took effect with a remaining task stays visible until that task is done', async () => {
  const { server, page } = await start()
  server.flag = () => ['needs_slot']
  const id = await save(page, 'one')
  page.device.wake()
  const { work, outbox } = page.databases
  await until(async () => (await work.outbox.get(id))?.state === 'acked')
  await pruneAcked(work, 99)
  const queue = queueOf(await outbox.openAll(await work.outbox.toArray()))
  expect(queue).toMatchObject({ waiting: 0, needsYou: 0, flagged: 1, oldest: undefined })
  expect(queue.items[0]).toMatchObject({ id, state: 'flagged', flags: ['needs_slot'] })
  expect(await work.overlay.count()).toBe(0)
  await work.outbox.update(id, { flags: undefined })
  await pruneAcked(work, 99)
  expect(await work.outbox.count()).toBe(0)
  await page.device.stop()
})

test('a page that dies between withdrawing and deleting leaves nothing that needs a person', async () => {
  const { server, page, id } = await sentAndUnheard('lost request')
  const body = JSON.stringify({ ids: [id] })
  await server.fetch('/api/sync/void', { method: 'POST', body })
  page.link.set(true)
  const { work } = page.databases
  await until(async () => (await work.outbox.count()) === 0)
  expect(await work.overlay.count()).toBe(0)
  expect((await work.drafts.get(REPORT))?.command).toBeUndefined()
  expect(textsOf(server)).toEqual([])
  await page.device.stop()
})

test('an edit replaces a refused save and the autosave after it, and waits for neither', async () => {
  const { server, page } = await start()
  const { databases, device } = page
  server.refuse = () => 'not_permitted'
  const first = await save(page, 'first')
  device.wake()
  await until(async () => (await databases.work.outbox.get(first))?.state === 'parked')
  server.refuse = () => undefined
  const auto = await saveDraftIn(databases, device.author, aDraft('second'), 'Auto', saveLabel)
  expect((await databases.work.outbox.get(auto))?.base).toEqual({ follows: first })
  const third = await edit(page, 'third', [first])
  const row = await databases.work.outbox.get(third)
  expect([row?.base, row?.supersedes, await databases.work.outbox.count()]).toEqual([undefined, [first], 1])
  device.wake()
  await until(() => isDrained(databases))
  expect(textsOf(server)).toEqual(['<p>third</p>'])
  await device.stop()
})
