import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { downloadReason, downloadStudy } from '#src/features/worklist/download-study/download-study.ts'
import { studyRowOf } from '#tests/helpers/device/study-row.ts'
import { renderInApp } from '#tests/helpers/page/render-in-app.tsx'

const study = studyRowOf({
  id: '01970000-0000-7000-8000-000000000001',
  accession_no: 'A/7 1',
  pacs_type: 'Premium',
})
const given: { name: string; size: number }[] = []
let made: Blob | undefined

beforeEach(() => {
  given.length = 0
  vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
    made = blob as Blob
    return 'blob:x'
  })
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    given.push({ name: this.download, size: made?.size ?? 0 })
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A server whose response is written by the test. */
function stream() {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>()
  const writer = writable.getWriter()
  const headers = { 'content-type': 'application/zip', 'x-estimated-bytes': '4000000' }
  vi.stubGlobal('fetch', async (_: string, { signal }: RequestInit) => {
    signal?.addEventListener('abort', () => void writer.abort(signal.reason).catch(() => undefined))
    return new Response(readable, { headers })
  })
  return writer
}

test('a study that arrived completely is saved as one file, with progress on the way', async () => {
  const writer = stream()
  renderInApp(null)
  const done = downloadStudy(study)
  expect(await screen.findByText('Asking the image server')).toBeDefined()
  await writer.write(new Uint8Array(1_000_000))
  expect(await screen.findByText('1.0 MB of about 4.0 MB received')).toBeDefined()
  await writer.close()
  await done
  expect(given).toEqual([{ name: 'study-A_7_1.zip', size: 1_000_000 }])
  expect(await screen.findByText('The study was downloaded whole.')).toBeDefined()
})

test('a study that was cut in the middle makes no file, and a message says so', async () => {
  const writer = stream()
  renderInApp(null)
  const done = downloadStudy(study)
  await writer.write(new Uint8Array(1_000))
  await writer.abort(new Error('cut'))
  await done
  expect(given).toEqual([])
  expect(
    await screen.findByText(/stopped sending before the file was whole\. No file was made\./),
  ).toBeDefined()
})

test('Cancel ends it without a file', async () => {
  stream()
  renderInApp(null)
  const done = downloadStudy(study)
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
  await done
  expect(given).toEqual([])
  expect(await screen.findByText('The download was cancelled. No file was made.')).toBeDefined()
})

test('a refusal of the server is shown in its words', async () => {
  const body = JSON.stringify({ code: 'refused', message: 'The image server no longer holds this study.' })
  vi.stubGlobal('fetch', async () => new Response(body, { status: 422 }))
  renderInApp(null)
  await downloadStudy(study)
  expect(await screen.findByText(/no longer holds this study\. No file was made\./)).toBeDefined()
})

test.each([
  ['Downloads are not switched on for this centre', 0, 'Premium', true],
  ['The image server of this study offers no zip files', 1, 'Basic', true],
  ['A download needs the network', 1, 'Premium', false],
  [undefined, 1, 'Premium', true],
] as const)('the reason is %s', (reason, study_download, pacs_type, isOnline) => {
  expect(downloadReason({ pacs_type }, { study_download }, isOnline)).toBe(reason)
})
