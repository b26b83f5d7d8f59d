import { expect, test } from 'vitest'
import { noteEpoch } from '#src/sync/pull/epoch.ts'
import { createPuller } from '#src/sync/pull/puller.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, callerOver, openBare, openPage, until } from '../support/test-page.ts'

test('the first history of a device is stored and resends nothing', async () => {
  const { work } = await openBare()
  expect(await noteEpoch(work, 'first')).toBe(false)
  expect(await noteEpoch(work, 'first')).toBe(false)
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
