import { expect, test } from 'vitest'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until, withStudy } from '../support/test-page.ts'

async function start(server = new ModelServer()): Promise<{ server: ModelServer; page: Page }> {
  const page = await openPage(new Browser(), server)
  await withStudy(page.databases)
  return { server, page }
}

async function save(
  { databases, device }: Page,
  text: string,
  status: 'Auto' | 'Draft' = 'Draft',
): Promise<string> {
  const id = await saveDraftIn(databases, device.author, aDraft(text), status, saveLabel)
  device.wake()
  return id
}

const drained = (page: Page) => until(() => isDrained(page.databases), 'the delivery')

test('a save reaches the server once', async () => {
  const { server, page } = await start()
  await save(page, 'one')
  await drained(page)
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>one</p>'])
  await page.device.stop()
})

test.each(['lost request', 'lost answer', 'twice'] as const)(
  'a save takes effect once after: %s',
  async (fault) => {
    const { server, page } = await start()
    server.faults = [fault, fault, fault]
    await save(page, 'one')
    await drained(page)
    expect(server.happened.map(({ text }) => text)).toEqual(['<p>one</p>'])
    await page.device.stop()
  },
)

test('a repeated delivery is identical to the first, byte by byte', async () => {
  const { server, page } = await start()
  server.faults = ['lost answer']
  await save(page, 'one')
  await save(page, 'two')
  await drained(page)
  const sent = server.batches.flat()
  const first = sent.find(({ input }) => input.report_data === '<p>one</p>')!
  const copies = sent.filter(({ id }) => id === first.id)
  expect(copies.length).toBeGreaterThan(1)
  for (const copy of copies)
    expect({ input: copy.input, base: copy.base }).toEqual({ input: first.input, base: first.base })
  await page.device.stop()
})

test('successive saves of one report do not conflict with each other', async () => {
  const { server, page } = await start()
  server.isReachable = false
  for (const text of ['one', 'two', 'three']) await save(page, text)
  server.isReachable = true
  page.device.wake()
  await drained(page)
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>one</p>', '<p>two</p>', '<p>three</p>'])
  await page.device.stop()
})
