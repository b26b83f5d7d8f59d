import { v7 as mintId } from 'uuid'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { commentCalls } from '#contract/calls/comments.ts'
import { documentCalls } from '#contract/calls/documents.ts'
import type { StudyRow } from '#contract/calls/studies.ts'
import { studyEditCalls } from '#contract/calls/study-edit.ts'
import { tagCalls } from '#contract/calls/tags.ts'
import type { QueueInput, QueueKey } from '#contract/registry.ts'
import { openWaiting, readWaiting } from '#src/db/waiting-changes.ts'
import { enqueueCommand } from '#src/sync/outbox/make/enqueue-command.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { type DemoServer, openDemo } from '#tests/server/features/open-demo.ts'
import { criticalTag, upload } from '#tests/server/features/parts-fixture.ts'
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
// Pages of one person share their databases: a page that stays open would send what another one stores
// offline.
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
const drained = (page: DemoPage) => until(() => isDrained(page.databases), 'the delivery')

const taken = new Set<string>()
async function somePending({ databases }: DemoPage): Promise<StudyRow> {
  const rows = await databases.studies.openAll(await databases.cache.studies.toArray())
  const free = rows.find(
    ({ body }) => body.status === 'Pending' && body.tag_critical === '' && !taken.has(body.id),
  )
  taken.add(free!.id)
  return free!.body
}
const waitingOf = async ({ databases }: DemoPage, type: 'comment' | 'critical') =>
  openWaiting(databases, await readWaiting(databases.work, type))

test('a comment written offline shows at once and is delivered once, whatever is lost in transit', async () => {
  const page = await open('dr.mehta')
  const study = await somePending(page)
  page.link.set(false)
  const id = mintId()
  await queue(page, 'addStudyComment', { id, study_id: study.id, type: 'Normal', comment: 'Offline words.' })
  const shown = (await waitingOf(page, 'comment')).get(id)
  expect(shown?.[0]?.body).toMatchObject({ comment: 'Offline words.', study_id: study.id })
  page.faults.push('lost request', 'lost answer', 'twice')
  page.link.set(true)
  await drained(page)
  const { result } = await page.call(commentCalls.studyComments, { id: study.id, type: 'Normal' })
  expect(result.filter(({ comment }) => comment === 'Offline words.')).toHaveLength(1)
  await until(async () => (await page.databases.cache.comments.get(id)) !== undefined, 'its copy')
})

test('a comment deleted by another desk is removed from this device', async () => {
  const [page, admin] = [await open('dr.mehta'), await open('admin.sanjeevani')]
  const study = await somePending(page)
  const id = mintId()
  await queue(page, 'addStudyComment', {
    id,
    study_id: study.id,
    type: 'Normal',
    comment: 'To be taken back.',
  })
  await until(async () => (await page.databases.cache.comments.get(id)) !== undefined, 'its copy')
  await queue(admin, 'deleteStudyComment', { id, study_id: study.id })
  await until(async () => (await page.databases.cache.comments.get(id)) === undefined, 'its leave')
})

test('a document waits for its file and lists the files missing on the server', async () => {
  const page = await open('dr.mehta')
  const study = await somePending(page)
  page.link.set(false)
  const [tag] = await page.databases.cache.documentTags.toArray()
  const [id, fileId] = [mintId(), mintId()]
  const bytes = new Uint8Array(new TextEncoder().encode('%PDF-1.4\ntrailer<<>>\n%%EOF\n'))
  const body = { bytes, type: 'application/pdf', purpose: 'document', owner: study.id }
  await page.databases.work.blobs.add(
    await page.databases.blobs.seal({ id: fileId, rev: 0, command: '', body }),
  )
  await queue(page, 'addStudyDocument', {
    id,
    study_id: study.id,
    tag_id: tag!.id,
    file_id: fileId,
    name: 'a.pdf',
  })
  const [row] = await page.databases.work.outbox.toArray()
  expect(row).toMatchObject({ call: 'addStudyDocument', files: [fileId], state: 'waiting' })
  // Uploads the file first, as the page's own sender does.
  const desk = await demo.signIn('dr.mehta')
  await upload(demo, desk, { id: fileId, owner: study.id, name: 'document.pdf', bytes: Buffer.from(bytes) })
  await page.databases.work.blobs.delete(fileId)
  page.link.set(true)
  await drained(page)
  const { result } = await page.call(documentCalls.studyDocuments, { id: study.id })
  expect(result).toMatchObject([{ id, file_id: fileId, is_image: 0, is_created_by_you: 1 }])
})

test('a critical tag set and communicated offline arrives as one closed record', async () => {
  const page = await open('dr.mehta')
  const study = await somePending(page)
  page.link.set(false)
  const id = mintId()
  await queue(page, 'study/assignCriticalTag', {
    study_id: study.id,
    tag_name: 'Critical result',
    critical_id: id,
  })
  expect(await localRecords(page.databases).findStudy(study.id)).toMatchObject({
    tag_critical: 'Critical result',
    tag_critical_id: criticalTag('Critical result'),
  })
  const told = {
    told_to: 'Dr. Rao',
    told_how: 'Phone',
    told_on: '2026-11-21T08:00:00.000Z',
    read_back: 1,
    note: '',
  } as const
  const blank = { told_to: '', told_how: '', told_on: null, read_back: 0, note: '' } as const
  await queue(page, 'study/saveCritical', { id, study_id: study.id, ...told, seen: blank, is_closed: 0 })
  await queue(page, 'study/saveCritical', { id, study_id: study.id, ...told, seen: told, is_closed: 1 })
  expect((await waitingOf(page, 'critical')).get(id)).toHaveLength(3)
  page.link.set(true)
  await drained(page)
  const { result } = await page.call(tagCalls.criticals, { id: study.id })
  expect(result).toMatchObject([{ id, told_to: 'Dr. Rao', closed_by: page.session.name }])
})

test('a conflicting correction is parked with the server’s values, and delays no report', async () => {
  const page = await open('admin.sanjeevani')
  const study = await somePending(page)
  page.link.set(false)
  const seen = { pat_name: study.pat_name }
  const id = await queue(page, 'study/updatePatientDtl', {
    study_id: study.id,
    fields: { pat_name: 'Mine' },
    seen,
  })
  expect((await localRecords(page.databases).findStudy(study.id))?.pat_name).toBe('Mine')
  const other = await demo.signIn('admin.sanjeevani')
  await other.post('study/updatePatientDtl', { study_id: study.id, fields: { pat_name: 'Theirs' } })
  await queue(page, 'study/assignTag', { study_id: study.id, tag_id: criticalTag('Urgent') })
  page.link.set(true)
  await until(async () => (await page.databases.work.outbox.get(id))?.state === 'parked', 'the refusal')
  await until(async () => (await page.databases.cache.studies.get(study.id)) !== undefined)
  const refusal = (await page.databases.outbox.find(id))?.body.refusal
  expect(refusal).toMatchObject({ code: 'conflict', current: { pat_name: 'Theirs' } })
  await until(
    async () =>
      (await page.databases.work.outbox.filter(({ call }) => call === 'study/assignTag').count()) === 0,
    'the tag',
  )
  expect((await localRecords(page.databases).findStudy(study.id))?.pat_name).toBe('Theirs')
})

test('a deleted study is removed from the devices with all its parts', async () => {
  const [page, admin] = [await open('dr.mehta'), await open('admin.sanjeevani')]
  const study = await somePending(page)
  const id = mintId()
  await queue(page, 'addStudyComment', {
    id,
    study_id: study.id,
    type: 'Normal',
    comment: 'Of a deleted study.',
  })
  await until(async () => (await page.databases.cache.comments.get(id)) !== undefined, 'its copy')
  await admin.call(studyEditCalls.deleteStudy, { study_id: study.id })
  await until(async () => (await page.databases.cache.studies.get(study.id)) === undefined, 'the study')
  expect(await page.databases.cache.comments.get(id)).toBeUndefined()
})
