import { createHash } from 'node:crypto'
import { v7 as mintId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import { signedContent } from '#domain/report/signed-content.ts'
import { openWaiting, readWaiting } from '#src/db/waiting-changes.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { aDraft } from '../support/rows.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
const pages: DemoPage[] = []
const open = async (username: string) => {
  const page = await openDemoPage(demo, username)
  pages.push(page)
  await until(async () => (await readCacheState(page.databases.cache)).isComplete, 'the first pull')
  return page
}
beforeAll(async () => {
  demo = await openDemo()
})
afterEach(async () => {
  for (const { device, databases } of pages.splice(0)) {
    await device.stop()
    databases.close()
  }
})
afterAll(() => demo.close())

const queue = async <K extends QueueKey>(page: DemoPage, key: K, input: QueueInput<K>) => {
  const id = await enqueueCommand(page.databases, page.device.author, { key, input, label: key })
  page.device.wake()
  return id
}

const taken = new Set<string>()
async function someFree({ databases }: DemoPage): Promise<StudyRow> {
  const rows = await databases.studies.openAll(await databases.cache.studies.toArray())
  const free = rows.find(
    ({ body }) => body.status === 'Pending' && !body.assigned_doctor_id && !taken.has(body.id),
  )
  taken.add(free!.id)
  return free!.body
}

const sign = (page: DemoPage, study: StudyRow, text: string) => {
  const draft = aDraft(text, { study_id: study.id, report_id: reportIdOf(study.id, 1) })
  return saveDraftIn(page.databases, page.device.author, draft, 'Signed', saveLabel, {
    signedOver: ['empty_conclusion'],
  })
}
const hashOf = (report_data: string) =>
  createHash('sha256')
    .update(signedContent({ report_data, conclusion: '', recommendation: '' }))
    .digest('hex')
const shownStudy = ({ databases }: DemoPage, id: string) => localRecords(databases).findStudy(id)
const shownReport = async ({ databases }: DemoPage, id: string) =>
  (await localRecords(databases).findReports(id))[0]

test('signing, an addendum and verification done offline show at once and arrive in order, once', async () => {
  const page = await open('dr.mehta')
  const study = await someFree(page)
  page.link.set(false)
  await sign(page, study, 'Final.')
  const report_id = reportIdOf(study.id, 1)
  const seen_hash = hashOf('<p>Final.</p>')
  expect(await shownReport(page, study.id)).toMatchObject({ status: 'Signed', signed_hash: '' })
  const id = mintId()
  const addendum = { id, study_id: study.id, report_id, content: '<p>Later words.</p>', seen_hash }
  await queue(page, 'studies/saveAddendum', addendum)
  const waiting = await openWaiting(page.databases, await readWaiting(page.databases.work, 'addendum'))
  expect(waiting.get(id)?.[0]?.body).toMatchObject({ content: '<p>Later words.</p>', signed_hash: '' })
  await queue(page, 'verifyReport', {
    study_id: study.id,
    seen: [{ report_id, hash: seen_hash }],
    seen_addenda: [id],
  })
  expect((await shownStudy(page, study.id))?.status).toBe('Verified')

  page.faults.push('lost request', 'lost answer', 'twice')
  page.link.set(true)
  await until(() => isDrained(page.databases), 'the delivery')
  const { result } = await page.call(reportCalls.reportDetail, { id: study.id })
  expect(result.study).toMatchObject({ status: 'Verified', verified_by_user: 'Dr. Anjali Mehta' })
  expect(result.reports).toMatchObject([{ status: 'Verified', signed_hash: seen_hash }])
  await until(
    async () => (await page.databases.cache.addenda.get(id)) !== undefined,
    'the copy of the addendum',
  )
  expect((await page.databases.addenda.find(id))?.body).toMatchObject({
    signed_by: 'Dr. Anjali Mehta',
    seen_hash,
  })
})

test('an addendum to a verified report reopens it on this device before the server confirms it', async () => {
  const page = await open('dr.mehta')
  const study = await someFree(page)
  await sign(page, study, 'Final.')
  await queue(page, 'verifyReport', { study_id: study.id })
  await until(() => isDrained(page.databases), 'the delivery')
  page.link.set(false)
  const [id, report_id] = [mintId(), reportIdOf(study.id, 1)]
  const addendum = {
    id,
    study_id: study.id,
    report_id,
    content: '<p>More.</p>',
    seen_hash: hashOf('<p>Final.</p>'),
  }
  await queue(page, 'studies/saveAddendum', addendum)
  expect(await shownStudy(page, study.id)).toMatchObject({ status: 'Signed', verified_on: null })
  expect(await shownReport(page, study.id)).toMatchObject({ status: 'Signed', report_data: '<p>Final.</p>' })
})

test('two doctors sign the same study: the first signature counts, the other doctor keeps every word on the device', async () => {
  const [first, second] = [await open('dr.deshpande'), await open('dr.mehta')]
  const study = await someFree(first)
  second.link.set(false)
  await sign(second, study, 'Signed on the train.')
  await sign(first, study, 'Signed at the desk.')
  first.device.wake()
  await until(() => isDrained(first.databases), 'the first signature')
  second.link.set(true)
  const parked = () => second.databases.work.outbox.where('state').equals('parked').toArray()
  await until(async () => (await parked()).length === 1, 'the refusal')
  expect((await parked())[0]?.lastError).toMatchObject({ status: 422, code: 'already_signed' })
  const draft = await second.databases.drafts.find(reportIdOf(study.id, 1))
  expect(draft?.body.report_data).toBe('<p>Signed on the train.</p>')
  const { result } = await first.call(reportCalls.reportDetail, { id: study.id })
  expect(result.reports).toMatchObject([{ report_data: '<p>Signed at the desk.</p>', status: 'Signed' }])
})

test('the number of reports changes on this device at once, and a study with a new report is no longer signed', async () => {
  const page = await open('dr.mehta')
  const study = await someFree(page)
  page.link.set(false)
  await sign(page, study, 'Final.')
  const { signed_on } = (await shownStudy(page, study.id))!
  await queue(page, 'updateNoOfReports', { study_id: study.id, no_of_reports: 2 })
  expect(await shownStudy(page, study.id)).toMatchObject({
    no_of_reports: 2,
    status: 'Pending',
    signed_on: null,
  })
  await queue(page, 'updateNoOfReports', { study_id: study.id, no_of_reports: 1 })
  expect(signed_on).not.toBeNull()
  expect(await shownStudy(page, study.id)).toMatchObject({ no_of_reports: 1, status: 'Signed', signed_on })
  page.link.set(true)
  // Commands of an earlier test that are parked on this doctor's device do not count.
  const underWay = () => page.databases.work.outbox.where('state').anyOf('waiting', 'sending').count()
  await until(async () => (await underWay()) === 0, 'the delivery')
  const { result } = await page.call(reportCalls.reportDetail, { id: study.id })
  expect(result.study).toMatchObject({ no_of_reports: 1, status: 'Signed' })
})
