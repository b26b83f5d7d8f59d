import { expect, test, vi } from 'vitest'
import { reportIdOf } from '#domain/report/report-id.ts'
import { ORPHANS_FIRST_MS } from '#domain/time/intervals.ts'
import { RowBrokenError } from '#src/db/sealing/record-codec.ts'
import { pageLockName } from '#src/sync/drafts/page-lock.ts'
import { readUncarried } from '#src/sync/drafts/uncarried.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { keepAddendumIn } from '#src/sync/reports/addendum-draft.ts'
import { keepDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { countUnsent } from '#src/sync/session/unsent-work.ts'
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

/** Long enough for the device's search for orphans. */
const looked = () => new Promise((resolve) => setTimeout(resolve, ORPHANS_FIRST_MS + 200))

const keep = ({ databases, device }: Page, text: string, change: Parameters<typeof aDraft>[1] = {}) =>
  keepDraftIn(databases, device.author, aDraft(text, change), saveLabel)

/** Kills the page: it stops at once, and the browser releases its lock. */
async function kill({ page, browser }: { page: Page; browser: Browser }): Promise<void> {
  await page.device.stop()
  browser.locks.release(pageLockName(page.device.author.writer))
  page.databases.close()
}

test('a text whose page died before the save is sent without opening the report', async () => {
  const { server, browser, page } = await start()
  await keep(page, 'typed before the kill')
  await kill({ page, browser })
  const next = await openPage(browser, server)
  await until(() => server.reports.get(REPORT)?.report_data === '<p>typed before the kill</p>')
  await until(() => isDrained(next.databases))
  expect(await readUncarried(next.databases.work)).toEqual([])
  await next.device.stop()
})

test('offline it is queued and counted as unsent', async () => {
  const { server, browser, page } = await start()
  await keep(page, 'typed offline')
  expect(await countUnsent(page.databases)).toBe(1)
  await kill({ page, browser })
  const next = await openPage(browser, server, {
    call: () => Promise.reject(new TypeError('no network')),
  })
  next.link.set(false)
  await until(async () => (await next.databases.work.outbox.count()) === 1)
  expect(await countUnsent(next.databases)).toBe(1)
  await next.device.stop()
})

test('the text of a live page is left to that page', async () => {
  const { server, browser, page } = await start()
  await keep(page, 'being typed')
  const other = await openPage(browser, server)
  await looked()
  expect(await page.databases.work.outbox.count()).toBe(0)
  expect(await countUnsent(page.databases)).toBe(1)
  await other.device.stop()
  await page.device.stop()
})

test.each([
  ['whose template asks for no autosave', { is_autosave_off: true }, undefined],
  ['that is signed by now', {}, 'Signed' as const],
])('a text of a report %s is not sent automatically, and is counted', async (_, change, status) => {
  const { server, browser, page } = await start()
  if (status) await keepConfirmed(page.databases, { reports: [aReport({ status })] })
  await keep(page, 'a form', change)
  await kill({ page, browser })
  const next = await openPage(browser, server)
  await looked()
  expect(await next.databases.work.outbox.count()).toBe(0)
  expect(await countUnsent(next.databases)).toBe(1)
  await next.device.stop()
})

test('the text of an addendum is counted and never sent automatically', async () => {
  const { server, browser, page } = await start()
  const place = { id: REPORT, study_id: aStudy().id, report_no: 1, report_name: 'CT' }
  await keepAddendumIn(page.device, { place, content: '<p>also</p>', updated: 1 })
  await kill({ page, browser })
  const next = await openPage(browser, server)
  await looked()
  expect(await next.databases.work.outbox.count()).toBe(0)
  expect(await countUnsent(next.databases)).toBe(1)
  await next.device.stop()
})

test('a text damaged on the disk delays no other', async () => {
  const { server, browser, page } = await start()
  const damaged = reportIdOf(aStudy().id, 2)
  await keep(page, 'damaged', { report_id: damaged, report_no: 2 })
  await keep(page, 'typed before the kill')
  await kill({ page, browser })
  const next = await openPage(browser, server)
  const { find } = next.databases.drafts
  vi.spyOn(next.databases.drafts, 'find').mockImplementation((id) =>
    id === damaged ? Promise.reject(new RowBrokenError({ database: '', table: 'drafts', id })) : find(id),
  )
  await until(() => server.reports.get(REPORT)?.report_data === '<p>typed before the kill</p>')
  expect(next.errors).toEqual([])
  await next.device.stop()
})
