import { afterEach, expect, test, vi } from 'vitest'
import { answerTextMessage, UnloadDraftHolder } from '#src/sw/unload-drafts.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { findAddendumDraft, keepAddendumDraft, keepAddendumIn } from '#src/sync/reports/addendum-draft.ts'
import { findDraft, keepDraft } from '#src/sync/reports/drafts.ts'
import {
  findUnloadAddendum,
  findUnloadPeerText,
  handOverAddendum,
  handOverDraft,
  handOverPeerText,
  keepUnloadDrafts,
} from '#src/sync/reports/unload-drafts.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport } from '../support/rows.ts'
import { Browser, openPage, type Page, withStudy } from '../support/test-page.ts'

const REPORT = aReport().id

afterEach(() => {
  setDevice(undefined)
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

/** Starts a service worker that answers as ours does, and successive pages of one browser. */
async function start() {
  const held = new UnloadDraftHolder()
  const postMessage = (message: object, transfer?: MessagePort[]) =>
    void answerTextMessage(held, structuredClone(message), transfer?.[0])
  vi.stubGlobal('navigator', { locks: navigator.locks, serviceWorker: { controller: { postMessage } } })
  const server = new ModelServer()
  const browser = new Browser()
  const open = async () => {
    const page = await openPage(browser, server)
    await withStudy(page.databases)
    setDevice(page.device)
    return page
  }
  return { held, server, open }
}
const close = async ({ device, databases }: Page) => {
  await device.stop()
  databases.close()
}

test('an unload draft that its page could not seal appears in the page that replaces it', async () => {
  const { server, open } = await start()
  const left = await open()
  await keepDraft(aDraft('Left renal calculus.', { updated: 1 }))
  handOverDraft(aDraft('Left renal calculus. The uterus is', { updated: 2 }))
  await close(left)
  const next = await open()
  expect((await findDraft(REPORT))?.report_data).toBe('<p>Left renal calculus. The uterus is</p>')
  expect(server.happened).toEqual([])
  await close(next)
})

test('an unload draft of a second reading appears in the page that replaces it', async () => {
  const { open } = await start()
  const left = await open()
  const place = { kind: 'reading', id: 'r1', study_id: 'study', about: 'CT Thorax' } as const
  handOverPeerText({ place, content: 'A nodule of 8 mm', updated: 2 })
  await close(left)
  const next = await open()
  expect(await findUnloadPeerText(place)).toBe('A nodule of 8 mm')
  await close(next)
})

test('any page stores unload drafts on the device, even if the report is not opened again', async () => {
  const { open } = await start()
  const left = await open()
  handOverDraft(aDraft('last words'))
  await close(left)
  const list = await open()
  await keepUnloadDrafts(list.device)
  expect((await list.databases.drafts.find(REPORT))?.body.report_data).toBe('<p>last words</p>')
  await close(list)
})

test('a page that came back and typed more is not reset to its earlier text', async () => {
  const { open } = await start()
  const page = await open()
  handOverDraft(aDraft('half', { updated: 1 }))
  await keepDraft(aDraft('half and whole', { updated: 2 }))
  const other = await open()
  expect((await findDraft(REPORT))?.report_data).toBe('<p>half and whole</p>')
  await Promise.all([close(page), close(other)])
})

test('another page’s new text is saved beside it, not overwritten', async () => {
  const { open } = await start()
  const left = await open()
  handOverDraft(aDraft('left behind', { updated: 1 }))
  await close(left)
  const other = await open()
  other.link.set(false)
  setDevice({ ...other.device, author: { ...other.device.author, writer: 'another page' } })
  await keepDraft(aDraft('typed meanwhile', { updated: 2 }))
  await keepUnloadDrafts(other.device)
  const [waiting] = await other.databases.outbox.openAll(await other.databases.work.outbox.toArray())
  expect(waiting?.body.input).toMatchObject({ report_data: '<p>typed meanwhile</p>' })
  expect((await other.databases.drafts.find(REPORT))?.body.report_data).toBe('<p>left behind</p>')
  await close(other)
})

test('the service worker holds texts for a minute, returns them once, and drops them with the key', () => {
  vi.useFakeTimers()
  const held = new UnloadDraftHolder()
  held.hold('u', { text: 'one' })
  held.hold('u', { text: 'two' })
  vi.advanceTimersByTime(59_000)
  expect(held.take('u')).toEqual([{ text: 'one' }, { text: 'two' }])
  expect(held.take('u')).toEqual([])
  held.hold('u', { text: 'old' })
  vi.advanceTimersByTime(61_000)
  expect(held.take('u')).toEqual([])
  held.hold('u', { text: 'locked away' })
  // The message concerns the key: the holder of the key receives it too.
  expect(answerTextMessage(held, { type: 'DROP_KEY', userId: 'u' }, undefined)).toBe(false)
  expect(held.take('u')).toEqual([])
})

test('the next page gets the unload draft of an addendum, and an older draft does not replace a newer one', async () => {
  const { open } = await start()
  const left = await open()
  const { id, study_id, report_no, report_name } = aReport()
  const place = { id, study_id, report_no, report_name }
  await keepAddendumDraft(place, '<p>In comparison</p>')
  handOverAddendum({ place, content: '<p>In comparison: stable.</p>', updated: Date.now() + 1 })
  handOverAddendum({ place, content: '<p>In</p>', updated: 1 })
  await close(left)
  const next = await open()
  expect(await findUnloadAddendum(id)).toBe('<p>In comparison: stable.</p>')
  await close(next)
})

test('an addendum typed after the clock was set back is kept', async () => {
  const { open } = await start()
  const page = await open()
  const place = { id: REPORT, study_id: aReport().study_id, report_no: 1, report_name: '' }
  await keepAddendumIn(page.device, { place, content: '<p>Compared</p>', updated: Date.now() + 3_600_000 })
  await keepAddendumDraft(place, '<p>Compared with</p>')
  expect(await findAddendumDraft(REPORT)).toBe('<p>Compared with</p>')
  await keepAddendumDraft(place, '')
  expect(await findAddendumDraft(REPORT)).toBe('')
  await close(page)
})

test('a text that cannot be stored now delays no other, and is stored with the next form that opens', async () => {
  const { open } = await start()
  const left = await open()
  const place = { kind: 'reading', id: 'r1', study_id: 'study', about: 'CT Thorax' } as const
  handOverPeerText({ place, content: 'A nodule of 8 mm', updated: 2 })
  handOverDraft(aDraft('last words'))
  await close(left)
  const next = await open()
  const full = vi.spyOn(next.databases.drafts, 'seal').mockRejectedValueOnce(new Error('no room'))
  expect((await findDraft(REPORT))?.report_data).toBe('<p>last words</p>')
  full.mockRestore()
  expect(await findUnloadPeerText(place)).toBe('A nodule of 8 mm')
  await close(next)
})

test('while an unload draft cannot be stored only its own form stays closed, and it opens with the draft later', async () => {
  const { open } = await start()
  const left = await open()
  const { id, study_id, report_no, report_name } = aReport()
  const addendum = { id, study_id, report_no, report_name }
  const reading = { kind: 'reading', id: 'r1', study_id: 'study', about: 'CT Thorax' } as const
  handOverDraft(aDraft('last words'))
  handOverAddendum({ place: addendum, content: '<p>Compared</p>', updated: 2 })
  handOverPeerText({ place: reading, content: 'A nodule of 8 mm', updated: 2 })
  await close(left)
  const next = await open()
  const { seal } = next.databases.drafts
  const full = (isRefused: (rowId: string) => boolean) =>
    vi
      .spyOn(next.databases.drafts, 'seal')
      .mockImplementation((row) => (isRefused(row.id) ? Promise.reject(new Error('no room')) : seal(row)))
  full((rowId) => rowId === REPORT)
  await expect(findDraft(REPORT)).rejects.toThrow('no room')
  await expect(findDraft(REPORT)).rejects.toThrow('no room')
  expect(await findUnloadAddendum(id)).toBe('<p>Compared</p>')
  expect(await findUnloadPeerText(reading)).toBe('A nodule of 8 mm')
  handOverAddendum({ place: addendum, content: '<p>Compared with</p>', updated: 3 })
  handOverPeerText({ place: reading, content: 'A nodule of 9 mm', updated: 3 })
  full((rowId) => rowId !== REPORT)
  expect((await findDraft(REPORT))?.report_data).toBe('<p>last words</p>')
  // The report's form took it, and put it back.
  await expect(findUnloadAddendum(id)).rejects.toThrow('no room')
  await expect(findUnloadPeerText(reading)).rejects.toThrow('no room')
  vi.restoreAllMocks()
  expect(await findUnloadAddendum(id)).toBe('<p>Compared with</p>')
  expect(await findUnloadPeerText(reading)).toBe('A nodule of 9 mm')
  await close(next)
})
