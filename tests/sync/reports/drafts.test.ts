import { expect, test } from 'vitest'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { keepDraftIn, saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until, withStudy } from '../support/test-page.ts'

const REPORT = aReport().id

async function start() {
  const server = new ModelServer()
  const browser = new Browser()
  const page = await openPage(browser, server)
  await withStudy(page.databases)
  return { server, browser, page }
}
const save = ({ databases, device }: Page, text: string) =>
  saveDraftIn(databases, device.author, aDraft(text), 'Draft', saveLabel)
const keep = ({ databases, device }: Page, text: string) =>
  keepDraftIn(databases, device.author, aDraft(text), saveLabel)
const find = ({ databases, device }: Page) => takeOverDraft(databases, device.author, REPORT)

test('typed but unsaved text is found again after the page is closed', async () => {
  const { browser, server, page } = await start()
  await keep(page, 'typed')
  await page.device.stop()
  page.databases.close()
  const reopened = await openPage(browser, server)
  expect((await find(reopened))?.report_data).toBe('<p>typed</p>')
  expect(server.happened).toEqual([])
  await reopened.device.stop()
})

test('a template’s request for no autosave is stored with the text', async () => {
  const { page } = await start()
  const draft = aDraft('a form', { is_autosave_off: true })
  await keepDraftIn(page.databases, page.device.author, draft, saveLabel)
  expect((await find(page))?.is_autosave_off).toBe(true)
  await page.device.stop()
})

test('once the server has the text no draft is offered', async () => {
  const { page } = await start()
  await save(page, 'saved')
  expect((await find(page))?.report_data).toBe('<p>saved</p>')
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(await find(page)).toBeUndefined()
  await page.device.stop()
})

test('storing the same text again does not make it unsaved', async () => {
  const { page } = await start()
  await save(page, 'saved')
  await keep(page, 'saved')
  expect((await page.databases.work.drafts.get(REPORT))?.isSaved).toBe(true)
  await page.device.stop()
})

test('a text continues from the revision that the server gave its last save', async () => {
  const { server, page } = await start()
  await save(page, 'one')
  page.device.wake()
  await until(() => isDrained(page.databases))
  // The editor still has only its opening state; the device has a newer one.
  await save(page, 'two')
  page.device.wake()
  await until(() => isDrained(page.databases))
  expect(server.reports.get(REPORT)).toMatchObject({ report_data: '<p>two</p>', rev: 2 })
  await page.device.stop()
})

test('an action is shown at once, and the status of the study follows from its reports', async () => {
  const { page } = await start()
  page.link.set(false)
  const local = localRecords(page.databases)
  await save(page, 'text')
  expect((await local.findStudy(aStudy().id))?.status).toBe('Draft')
  expect(await local.findReports(aStudy().id)).toMatchObject([
    { id: REPORT, status: 'Draft', report_data: '<p>text</p>' },
  ])
  await saveDraftIn(page.databases, page.device.author, aDraft('text'), 'Signed', saveLabel)
  expect(await local.findStudy(aStudy().id)).toMatchObject({ status: 'Signed', signed_by_doctor: 'Dr One' })
  await page.device.stop()
})

test('the first empty autosave leaves a study Pending', async () => {
  const { page } = await start()
  page.link.set(false)
  const empty = { ...aDraft(''), report_data: '<p></p>' }
  await saveDraftIn(page.databases, page.device.author, empty, 'Auto', saveLabel)
  expect((await localRecords(page.databases).findStudy(aStudy().id))?.status).toBe('Pending')
  await page.device.stop()
})

test('an optimistic row is dropped as soon as the copy holds the server’s result', async () => {
  const { server, page } = await start()
  await save(page, 'mine')
  page.device.wake()
  await until(() => isDrained(page.databases))
  const later = server.saveElsewhere({ report_data: '<p>later, by another doctor</p>' })
  const { keepConfirmed } = await import('#src/sync/pull/copies.ts')
  await keepConfirmed(page.databases, { reports: [later] })
  const [shown] = await localRecords(page.databases).findReports(aStudy().id)
  expect(shown?.report_data).toBe('<p>later, by another doctor</p>')
  await page.device.stop()
})
