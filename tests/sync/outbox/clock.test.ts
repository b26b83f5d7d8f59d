import { expect, test } from 'vitest'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, isDrained, openPage, until } from '../support/test-page.ts'

const HOUR_MS = 3_600_000

test('the order of clicks stays the same while the clock of the device jumps', async () => {
  const browser = new Browser()
  const server = new ModelServer()
  const { databases, device, link } = await openPage(browser, server)
  link.set(false)
  const texts = ['one', 'two', 'three', 'four', 'five']
  for (const [i, text] of texts.entries()) {
    browser.clock += (i % 2 === 0 ? -5 : 3) * HOUR_MS
    await saveDraftIn(databases, device.author, aDraft(text, { updated: browser.clock }), 'Draft', saveLabel)
  }
  link.set(true)
  await until(() => isDrained(databases))
  expect(server.happened.map(({ text }) => text)).toEqual(texts.map((text) => `<p>${text}</p>`))
  await device.stop()
})

test.each([-24, -1, 1, 24])('a clock jump of %d hours does not prevent a retry', async (hours) => {
  const browser = new Browser()
  const server = new ModelServer()
  server.faults = [{ each: 'unavailable' }]
  const { databases, device } = await openPage(browser, server, { random: () => 1 })
  const id = await saveDraftIn(databases, device.author, aDraft('one'), 'Draft', saveLabel)
  device.wake()
  await until(async () => (await databases.work.outbox.get(id))?.attempts === 1)
  browser.clock += hours * HOUR_MS
  device.wake()
  await until(() => isDrained(databases))
  expect(server.happened).toHaveLength(1)
  await device.stop()
})
