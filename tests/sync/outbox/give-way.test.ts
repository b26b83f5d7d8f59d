import { expect, test } from 'vitest'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { settleRows } from '#src/sync/outbox/settle/settle-rows.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, studyId } from '../support/rows.ts'
import { anAuthor, Browser, callerOver, isDrained, openBare, openPage, until } from '../support/test-page.ts'

const mine = aDraft('mine')
const { study_id: study, report_id: id } = mine

const withoutPulls = (server: ModelServer) =>
  callerOver(async (url, init) => {
    if (url.includes('sync/pull')) throw new TypeError('fetch failed')
    return server.fetch(url, init)
  })

test('a confirmed change is shown from the copy at once, and another user’s later text replaces it', async () => {
  const server = new ModelServer()
  const page = await openPage(new Browser(), server, { call: withoutPulls(server) })
  const { databases } = page
  const shown = async () => (await localRecords(databases).findReports(study)).map((one) => one.report_data)
  page.link.set(false)
  await saveDraftIn(databases, page.device.author, mine, 'Draft', saveLabel)
  expect(await databases.work.overlay.where({ type: 'report' }).count()).toBe(1)
  expect(await shown()).toEqual(['<p>mine</p>'])
  page.link.set(true)
  await until(() => isDrained(databases))
  expect(await databases.work.overlay.where({ type: 'report' }).count()).toBe(0)
  expect(await shown()).toEqual(['<p>mine</p>'])
  const theirs = server.saveElsewhere({ id, report_data: '<p>theirs</p>' })
  await keepConfirmed(databases, { reports: [theirs] })
  expect(await shown()).toEqual(['<p>theirs</p>'])
  await page.device.stop()
})

test('without a copy in the response, the change stays visible until the copy holds its revision', async () => {
  const databases = await openBare()
  const { work } = databases
  const shown = async () => (await localRecords(databases).findReports(study)).map((one) => one.report_data)
  await saveDraftIn(databases, anAuthor(databases.userId), mine, 'Draft', saveLabel)
  const [row] = await work.outbox.toArray()
  const answer = { pos: 1, rev: 3, body: {} }
  await settleRows(work, { now: Date.now, random: Math.random }, [
    { row: row!, outcome: { kind: 'acked', answer } },
  ])
  expect((await work.overlay.toArray()).map(({ type, ackedRev }) => [type, ackedRev])).toEqual([
    ['report', 3],
  ])
  expect(await shown()).toEqual(['<p>mine</p>'])
  await keepConfirmed(databases, { reports: [aReport({ id, rev: 2, report_data: '<p>older</p>' })] })
  expect(await shown()).toEqual(['<p>mine</p>'])
  await keepConfirmed(databases, { reports: [aReport({ id, rev: 3, report_data: '<p>filed</p>' })] })
  expect(await shown()).toEqual(['<p>filed</p>'])
})

test('a save uses the study on its screen, or the device’s copy if the screen shows another study', async () => {
  const databases = await openBare()
  const { work, overlay } = databases
  const effects = async (command: string) =>
    (await overlay.openAll(await work.overlay.where({ command }).toArray())).map((row) => [
      row.type,
      row.record,
      row.body['status'],
    ])
  const author = anAuthor(databases.userId)
  const shown = { study: aStudy({ id: study, no_of_reports: 1 }), reports: [] }
  // The device has no copy of the study: only the screen knows it.
  const first = await saveDraftIn(databases, author, mine, 'Draft', saveLabel, { shown })
  expect(await effects(first)).toEqual([
    ['report', id, 'Draft'],
    ['study', study, 'Draft'],
  ])
  const other = { study: aStudy({ id: studyId(2) }), reports: [] }
  const second = await saveDraftIn(databases, author, mine, 'Draft', saveLabel, { shown: other })
  expect(await effects(second)).toEqual([['report', id, 'Draft']])
})
