import { afterEach, expect, test } from 'vitest'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findLocalFile } from '#src/sync/files/file-copies.ts'
import { filesNamedIn } from '#src/sync/files/files-named-in.ts'
import { keepFile } from '#src/sync/files/keep-file.ts'
import { retryFiles } from '#src/sync/files/refused-files.ts'
import type { Upload } from '#src/sync/files/send-files.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, studyId } from '../support/rows.ts'
import { Browser, isDrained, openPage, type Page, until, withStudy } from '../support/test-page.ts'

let open: Page[] = []
afterEach(async () => {
  setDevice(undefined)
  await Promise.all(open.map(({ device }) => device.stop()))
  open = []
})

async function start(
  upload: Upload,
  server = new ModelServer(),
): Promise<{ server: ModelServer; page: Page }> {
  const page = await openPage(new Browser(), server, { upload })
  open.push(page)
  await withStudy(page.databases)
  setDevice(page.device)
  return { server, page }
}

const PICTURE = new Blob([new Uint8Array([1, 2, 3])], { type: 'image/png' })
const keep = () => keepFile(PICTURE, 'report_image', studyId(1))
const named = (fileId: string) => `<p><img src="/api/file/${fileId}"></p>`

async function save({ databases, device }: Page, html: string): Promise<void> {
  await saveDraftIn(databases, device.author, { ...aDraft(''), report_data: html }, 'Draft', saveLabel)
  device.wake()
}

test('a saved picture is on the device at once, with its bytes, its type and its study', async () => {
  const { page } = await start(() => Promise.reject(new OfflineError()))
  const id = await keep()
  expect(await findLocalFile(page.databases, id)).toEqual({
    bytes: new Uint8Array([1, 2, 3]),
    type: 'image/png',
    purpose: 'report_image',
    owner: studyId(1),
  })
})

test('a text waits until its pictures have been sent', async () => {
  const uploads: string[] = []
  let isReachable = false
  const { server, page } = await start(async (id) => {
    if (!isReachable) throw new OfflineError()
    uploads.push(id)
  })
  const id = await keep()
  await save(page, named(id))
  await until(() => page.databases.work.outbox.count().then((count) => count === 1))
  expect(server.happened).toEqual([])
  isReachable = true
  page.device.wake()
  await until(() => isDrained(page.databases), 'the delivery')
  expect(uploads).toEqual([id])
  expect(server.happened.map(({ text }) => text)).toEqual([named(id)])
})

test('a waiting picture delays no other text', async () => {
  const { server, page } = await start(() => Promise.reject(new OfflineError()))
  await keep()
  await save(page, '<p>words</p>')
  await until(() => isDrained(page.databases), 'the delivery')
  expect(server.happened.map(({ text }) => text)).toEqual(['<p>words</p>'])
})

test('a sent picture stays as a copy and no longer counts as waiting', async () => {
  const { page } = await start(async () => undefined)
  const id = await keep()
  await until(async () => (await page.databases.work.blobs.count()) === 0, 'the upload')
  expect((await findLocalFile(page.databases, id))?.bytes).toEqual(new Uint8Array([1, 2, 3]))
})

test('a picture that the server refuses is kept with the reason, and its text is sent without it', async () => {
  const { server, page } = await start(async () => {
    throw new ApiError(422, { code: 'not_permitted', message: 'No.' })
  })
  const id = await keep()
  await save(page, named(id))
  await until(() => isDrained(page.databases), 'the delivery')
  expect(server.happened).toHaveLength(1)
  expect((await page.databases.blobs.find(id))?.body).toMatchObject({
    refusal: 'No.',
    purpose: 'report_image',
  })
})

test('a refused picture can be sent again', async () => {
  let isAllowed = false
  const { page } = await start(async () => {
    if (!isAllowed) throw new ApiError(422, { code: 'not_permitted', message: 'No.' })
  })
  const id = await keep()
  await until(async () => (await page.databases.blobs.find(id))?.command === 'refused', 'the refusal')
  isAllowed = true
  await retryFiles([id])
  await until(async () => (await page.databases.work.blobs.count()) === 0, 'the upload')
  expect(await findLocalFile(page.databases, id)).toMatchObject({ type: 'image/png' })
})

test('the files of a save are found in all of its texts, each once', () => {
  const one = '01990000-0000-7000-8000-0000000000f1'
  const two = '01990000-0000-7000-8000-0000000000f2'
  expect(
    filesNamedIn({ report_no: 1, report_data: named(one) + named(two), conclusion: named(one) }),
  ).toEqual([one, two])
  expect(filesNamedIn({ report_data: '<p>no picture</p>' })).toEqual([])
})

test('all files that a command names in a field are found', () => {
  const one = '01990000-0000-7000-8000-0000000000f1'
  const two = '01990000-0000-7000-8000-0000000000f2'
  expect(filesNamedIn({ study_id: '01990000-0000-7000-8000-000000000001', file_id: one })).toEqual([one])
  expect(
    filesNamedIn({ study_id: '01990000-0000-7000-8000-000000000001', img_file_ids: [one, null, two, one] }),
  ).toEqual([one, two])
  expect(
    filesNamedIn({ study_id: '01990000-0000-7000-8000-000000000001', file_id: null, profile_id: two }),
  ).toEqual([])
})
