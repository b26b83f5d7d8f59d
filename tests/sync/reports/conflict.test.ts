import { expect, test } from 'vitest'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { findConflictRow, findTheirs, settleWith } from '#src/sync/reports/settle-conflict.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until } from '../support/test-page.ts'

const REPORT = aReport().id

const save = async (
  { databases, device }: Page,
  text: string,
  base: number | undefined,
  status: SaveStatus = 'Draft',
) => {
  const id = await saveDraftIn(databases, device.author, aDraft(text, { base_rev: base }), status, saveLabel)
  device.wake()
  return id
}

/** Makes a conflict: another person saved while this device was offline; both texts are kept. */
async function inConflict() {
  const server = new ModelServer()
  const before = server.saveElsewhere({ report_data: '<p>before</p>' })
  const page = await openPage(new Browser(), server)
  page.link.set(false)
  const mine = await save(page, 'mine', before.rev)
  const signed = await save(page, 'mine, signed', before.rev, 'Signed')
  server.saveElsewhere({ report_data: '<p>theirs</p>', updated_by_name: 'Dr Two' })
  page.link.set(true)
  await until(async () => (await page.databases.work.outbox.get(mine))?.state === 'parked')
  return { server, page, mine, signed }
}

test('two doctors who write at the same time both keep their text', async () => {
  const { server, page, mine } = await inConflict()
  const row = findConflictRow(await page.databases.work.outbox.toArray())
  expect(row?.id).toBe(mine)
  const theirs = findTheirs((await page.databases.outbox.find(mine))!)
  expect(theirs).toMatchObject({ report_data: '<p>theirs</p>', updated_by_name: 'Dr Two', rev: 2 })
  const draft = await takeOverDraft(page.databases, page.device.author, REPORT)
  expect(draft?.report_data).toBe('<p>mine, signed</p>')
  expect(server.reports.get(REPORT)?.report_data).toBe('<p>theirs</p>')
  await page.device.stop()
})

test('a resolved conflict is sent as one save on top of the other, requests no signature, and empties the queue', async () => {
  const { server, page } = await inConflict()
  await settleWith(page.databases, page.device.author, aDraft('mine and theirs', { base_rev: 1 }))
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(server.happened.map(({ text, status }) => [text, status])).toEqual([
    ['<p>mine and theirs</p>', 'Draft'],
  ])
  expect(server.reports.get(REPORT)).toMatchObject({ rev: 3, status: 'Draft' })
  await save(page, 'and on', 3)
  await until(() => isDrained(page.databases))
  expect(server.reports.get(REPORT)?.report_data).toBe('<p>and on</p>')
  await page.device.stop()
})

test('resolving after a third person saved leads to another conflict, with nothing lost', async () => {
  const { server, page } = await inConflict()
  page.link.set(false)
  await settleWith(page.databases, page.device.author, aDraft('merged', { base_rev: 2 }))
  server.saveElsewhere({ report_data: '<p>third</p>' })
  page.link.set(true)
  await until(async () => findConflictRow(await page.databases.work.outbox.toArray()) !== undefined)
  const row = findConflictRow(await page.databases.work.outbox.toArray())!
  expect(findTheirs((await page.databases.outbox.find(row.id))!)?.report_data).toBe('<p>third</p>')
  expect((await page.databases.drafts.find(REPORT))?.body.report_data).toBe('<p>merged</p>')
  await page.device.stop()
})

test('a report without a conflict cannot be resolved', async () => {
  const page = await openPage(new Browser(), new ModelServer())
  await expect(settleWith(page.databases, page.device.author, aDraft('text'))).rejects.toThrow()
  await page.device.stop()
})

test('two doctors who start the same report offline get a conflict and not two reports', async () => {
  const server = new ModelServer()
  const [one, two] = [await openPage(new Browser(), server), await openPage(new Browser(), server)]
  one.link.set(false)
  two.link.set(false)
  await save(one, 'of one', undefined)
  const second = await save(two, 'of two', undefined)
  one.link.set(true)
  await until(() => isDrained(one.databases))
  two.link.set(true)
  await until(async () => (await two.databases.work.outbox.get(second))?.state === 'parked')
  expect(server.reports.size).toBe(1)
  expect((await two.databases.drafts.find(REPORT))?.body.report_data).toBe('<p>of two</p>')
  await Promise.all([one.device.stop(), two.device.stop()])
})
