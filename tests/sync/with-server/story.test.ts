import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportCalls } from '#contract/calls/reports.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { reportIdOf } from '#domain/report/report-id.ts'
import type { SaveStatus } from '#domain/status/report-status.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { keepDraftIn, saveDraftIn, takeOverDraft } from '#src/sync/reports/keep-draft.ts'
import { findConflictRow, findTheirs, settleWith } from '#src/sync/reports/settle-conflict.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { aDraft } from '../support/rows.ts'
import { isDrained, until } from '../support/test-page.ts'
import { type DemoPage, openDemoPage } from './demo-page.ts'

let demo: DemoServer
const pages: DemoPage[] = []
const open = async (...args: [username: string, browser?: DemoPage['browser'], isOnline?: boolean]) => {
  const page = await openDemoPage(demo, ...args)
  pages.push(page)
  return page
}
beforeAll(async () => {
  demo = await openDemo()
})
afterAll(async () => {
  await Promise.all(pages.map(({ device }) => device.stop()))
  await demo.close()
})

const whole = ({ databases }: DemoPage) =>
  until(async () => (await readCacheState(databases.cache)).isComplete, 'the first pull')
const drained = (page: DemoPage) => until(() => isDrained(page.databases), 'the delivery')

/** Returns a study that is not begun, is not assigned and may be written by this doctor; each test uses another one. */
const taken = new Set<string>()
async function freeStudy({ databases }: DemoPage, alsoFor?: DemoPage): Promise<StudyRow> {
  const rows = await databases.studies.openAll(await databases.cache.studies.toArray())
  const seen = new Set(await (alsoFor?.databases ?? databases).cache.studies.toCollection().primaryKeys())
  const free = rows.find(
    ({ body }) =>
      body.status.startsWith('P') &&
      body.assigned_doctor_id === null &&
      body.signed_by_doctor_id === null &&
      body.no_of_reports === 1 &&
      seen.has(body.id) &&
      !taken.has(body.id),
  )
  taken.add(free!.id)
  return free!.body
}

const save = async (
  page: DemoPage,
  study: StudyRow,
  text: string,
  status: SaveStatus = 'Draft',
  base?: number,
) => {
  const draft = aDraft(text, { study_id: study.id, base_rev: base })
  const id = await saveDraftIn(page.databases, page.device.author, draft, status, saveLabel)
  page.device.wake()
  return id
}
const onServer = async (page: DemoPage, study: StudyRow) =>
  (await page.call(reportCalls.reportDetail, { id: study.id })).result
const idOf = (study: StudyRow) => reportIdOf(study.id, 1)

test('a device has exactly the copies that the server grants, in several batches', async () => {
  const page = await open('dr.mehta')
  await whole(page)
  const { cache } = page.databases
  expect(await cache.studies.count()).toBeGreaterThan(100)
  expect(await cache.branches.count()).toBeGreaterThan(1)
  expect(await cache.templates.count()).toBeGreaterThan(5)
  expect(await cache.reports.count()).toBeGreaterThan(20)
  expect(page.errors).toEqual([])
})

test('after a network failure and a killed tab, every written word is kept and arrives once', async () => {
  const first = await open('dr.mehta')
  await whole(first)
  const study = await freeStudy(first)
  first.link.set(false)
  await save(first, study, 'begun', 'Auto')
  await save(first, study, 'begun and', 'Auto')
  const last = aDraft('begun and finished', { study_id: study.id })
  await keepDraftIn(first.databases, first.device.author, last, saveLabel)
  first.databases.close()
  first.browser.locks.release(`readroom-sender-${first.browser.userId}`)

  // Offline from its first moment; otherwise it might deliver what the first page left, as a separate
  // revision.
  const second = await open('dr.mehta', first.browser, false)
  const found = await takeOverDraft(second.databases, second.device.author, idOf(study))
  expect(found?.report_data).toBe('<p>begun and finished</p>')
  second.faults.push('lost request', 'lost answer', 'twice')
  await saveDraftIn(second.databases, second.device.author, found!, 'Draft', saveLabel)
  second.link.set(true)
  await drained(second)
  const { reports, study: after } = await onServer(second, study)
  expect(reports).toMatchObject([{ report_data: '<p>begun and finished</p>', status: 'Draft', rev: 1 }])
  expect(after.status).toBe('Draft')
})

test('a report signed offline can be verified by a second doctor who saw that text', async () => {
  const writer = await open('dr.iyer')
  const verifier = await open('dr.mehta')
  await Promise.all([whole(writer), whole(verifier)])
  const mine = await writer.databases.studies.openAll(await writer.databases.cache.studies.toArray())
  const study = mine.find(({ body }) => body.status.startsWith('P') && body.no_of_reports === 1)!.body
  taken.add(study.id)
  writer.link.set(false)
  await save(writer, study, 'findings', 'Auto')
  await save(writer, study, 'findings, complete', 'Draft')
  await save(writer, study, 'findings, complete', 'Signed')
  expect((await localRecords(writer.databases).findStudy(study.id))?.status).toBe('Signed')
  writer.link.set(true)
  await drained(writer)

  const seen = await onServer(verifier, study)
  expect(seen.study.status).toBe('Signed')
  const input = {
    study_id: study.id,
    seen: seen.reports.map(({ id, signed_hash }) => ({ report_id: id, hash: signed_hash })),
  }
  await enqueueCommand(verifier.databases, verifier.device.author, {
    key: 'verifyReport',
    input,
    label: 'Verify',
  })
  verifier.device.wake()
  await drained(verifier)
  expect((await onServer(writer, study)).study).toMatchObject({
    status: 'Verified',
    verified_by_user: verifier.session.name,
  })
})

test('a chain of waiting saves is sent in one batch and does not conflict with itself', async () => {
  const page = await open('dr.mehta')
  await whole(page)
  const study = await freeStudy(page)
  page.link.set(false)
  for (let n = 1; n <= 5; n += 1) await save(page, study, `version ${n}`)
  page.link.set(true)
  await drained(page)
  expect(await page.databases.work.outbox.where('state').equals('parked').count()).toBe(0)
  expect((await onServer(page, study)).reports).toMatchObject([{ report_data: '<p>version 5</p>', rev: 5 }])
})

test('a save that changes nothing does not make the next one conflict', async () => {
  const page = await open('dr.mehta')
  await whole(page)
  const study = await freeStudy(page)
  await save(page, study, 'same', 'Draft')
  await drained(page)
  page.link.set(false)
  const unchanged = await save(page, study, 'same', 'Auto')
  // It was sent once, so the next save cannot replace it.
  await page.databases.work.outbox.update(unchanged, { sentAt: 1 })
  await save(page, study, 'other', 'Draft')
  page.link.set(true)
  await drained(page)
  expect((await onServer(page, study)).reports[0]?.report_data).toBe('<p>other</p>')
})

test('two doctors offline on one report: both texts are kept, and the merged text is stored', async () => {
  const [one, two] = [await open('dr.mehta'), await open('dr.deshpande')]
  await Promise.all([whole(one), whole(two)])
  const study = await freeStudy(one, two)
  one.link.set(false)
  const refused = await save(one, study, 'of one')
  await save(two, study, 'of two')
  await drained(two)
  one.link.set(true)
  await until(async () => (await one.databases.work.outbox.get(refused))?.state === 'parked')
  const row = findConflictRow(await one.databases.work.outbox.toArray())!
  expect(findTheirs((await one.databases.outbox.find(row.id))!)?.report_data).toBe('<p>of two</p>')
  await settleWith(one.databases, one.device.author, aDraft('of both', { study_id: study.id }))
  one.device.wake()
  await drained(one)
  expect((await onServer(one, study)).reports).toMatchObject([{ report_data: '<p>of both</p>', rev: 2 }])
})

test('a refusal by the server names its reason and delays no other record', async () => {
  const page = await open('dr.mehta')
  await whole(page)
  const [bad, good] = [await freeStudy(page), await freeStudy(page)]
  const refused = await save(page, bad, '<script>alert(1)</script>')
  await save(page, good, 'good')
  await until(async () => (await page.databases.work.outbox.get(refused))?.state === 'parked')
  await until(async () => (await onServer(page, good)).reports.length === 1)
  expect((await page.databases.outbox.find(refused))?.body.refusal?.code).toBe('markup_refused')
})
