import { afterEach, expect, test, vi } from 'vitest'
import { getDevice, setDevice } from '#src/sync/current-device.ts'
import { findAutosave } from '#src/sync/drafts/autosave-of.ts'
import { readUncarried } from '#src/sync/drafts/uncarried.ts'
import { UNSAVED_TEXTS } from '#src/sync/drafts/unsaved-texts.ts'
import { localRecords } from '#src/sync/outbox/make/local-records.ts'
import { dropDraft } from '#src/sync/reports/drafts.ts'
import { detailOf } from '#src/sync/reports/local-detail.ts'
import {
  dropPeerTexts,
  findPeerText,
  keepPeerTextIn,
  keepPeerText as keepTyped,
  type PeerTextTarget,
} from '#src/sync/reports/peer-text.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy } from '../support/rows.ts'
import { Browser, openPage, withStudy } from '../support/test-page.ts'

afterEach(() => setDevice(undefined))

const READING: PeerTextTarget = { kind: 'reading', id: 'r1', study_id: aStudy().id, about: 'CT Thorax' }
let time = 0
const keepPeerText = (place: PeerTextTarget, content: string, updated = ++time) =>
  keepPeerTextIn(getDevice(), { place, content, updated })

const ANSWER: PeerTextTarget = { ...READING, kind: 'answer' }

async function start() {
  const browser = new Browser()
  const server = new ModelServer()
  const open = async () => {
    const page = await openPage(browser, server)
    await withStudy(page.databases)
    setDevice(page.device)
    return page
  }
  return open
}

test('the next page finds the typed text, each kind separately, and no clear field contains it', async () => {
  const open = await start()
  const left = await open()
  await keepPeerText(READING, 'A nodule of')
  await Promise.all([keepPeerText(READING, 'A nodule of 8'), keepPeerText(READING, 'A nodule of 8 mm')])
  await keepPeerText(ANSWER, 'Thank you')
  const clear = (await left.databases.work.drafts.toArray()).map(({ e: _sealed, ...row }) => row)
  expect(JSON.stringify(clear)).not.toMatch(/nodule|Thank|Thorax/)
  await left.device.stop()
  const next = await open()
  expect(await findPeerText(READING)).toBe('A nodule of 8 mm')
  expect(await findPeerText(ANSWER)).toBe('Thank you')
  await keepPeerText(READING, '')
  expect(await findPeerText(READING)).toBe('')
  expect(await findPeerText(ANSWER)).toBe('Thank you')
  await next.device.stop()
})

test('text typed after the clock was set back is stored, and text from an older page does not replace it', async () => {
  const open = await start()
  const { device } = await open()
  await keepPeerText(READING, 'A nodule', 2_000)
  await keepTyped({ place: READING, content: 'A nodule of', updated: 1_000 })
  expect(await findPeerText(READING)).toBe('A nodule of')
  await keepPeerText(READING, 'A', 1_500)
  expect(await findPeerText(READING)).toBe('A nodule of')
  await keepTyped({ place: READING, content: '', updated: 900 })
  expect(await findPeerText(READING)).toBe('')
  await device.stop()
})

test('it counts as unsaved work that only a person sends, and is not a text of the report', async () => {
  const open = await start()
  const { databases, device } = await open()
  await keepPeerText(READING, 'A nodule')
  const [row] = await readUncarried(databases.work)
  const opened = row && (await databases.drafts.find(row.id))
  expect(opened && (await findAutosave(opened, localRecords(databases)))).toBeUndefined()
  const question = detailOf(READING.study_id)
  const detail = await question.open(await question.read(device), device)
  expect(detail.drafts).toEqual([])
  await device.stop()
})

test('only texts of readings that are no longer the person’s are dropped', async () => {
  const open = await start()
  const { device } = await open()
  await keepPeerText(READING, 'A nodule')
  await keepPeerText({ ...READING, id: 'r2' }, 'Another')
  await keepPeerText(ANSWER, 'Thank you')
  await dropPeerTexts('reading', ['r2'])
  expect(await findPeerText(READING)).toBe('')
  expect(await findPeerText({ ...READING, id: 'r2' })).toBe('Another')
  expect(await findPeerText(ANSWER)).toBe('Thank you')
  await device.stop()
})

test('an older text does not replace the stored one', async () => {
  const open = await start()
  const { device } = await open()
  await keepPeerText(READING, 'A nodule of 8 mm', 1_000)
  await keepPeerText(READING, 'A nodule', 999)
  expect(await findPeerText(READING)).toBe('A nodule of 8 mm')
  await device.stop()
})

test('it is listed with its text, and deleted when discarded', async () => {
  const open = await start()
  const { device } = await open()
  const review = { outcome: 'Differ', category: 'Perception', point: 'A nodule of 8 mm.' }
  await keepPeerText(READING, JSON.stringify(review))
  await keepPeerText(ANSWER, 'Thank you')
  const list = async () => UNSAVED_TEXTS.open(await UNSAVED_TEXTS.read(device), device)
  expect(await list()).toMatchObject([
    { needsPerson: true, words: 'I would report differently\nPerception\nA nodule of 8 mm.' },
    { needsPerson: true, words: 'Thank you' },
  ])
  const [reading] = await list()
  await dropDraft(reading?.id ?? '')
  expect(await findPeerText(READING)).toBe('')
  expect(await findPeerText(ANSWER)).toBe('Thank you')
  await device.stop()
})

test('a damaged text hides no other, and can be discarded', async () => {
  const open = await start()
  const { databases, device } = await open()
  await keepPeerText(READING, 'A nodule')
  await keepPeerText(ANSWER, 'Thank you')
  const [row] = (await readUncarried(databases.work)).filter(({ id }) => id.includes('reading'))
  const { open: opens } = databases.drafts
  vi.spyOn(databases.drafts, 'open').mockImplementation((one) =>
    one.id === row?.id ? Promise.reject(new Error('A row of drafts cannot be opened')) : opens(one),
  )
  const list = async () => UNSAVED_TEXTS.open(await UNSAVED_TEXTS.read(device), device)
  expect(await list()).toMatchObject([
    { id: row?.id, needsPerson: true, words: undefined, place: { peer: 'reading', readingId: 'r1' } },
    { words: 'Thank you' },
  ])
  await dropDraft(row?.id ?? '')
  expect(await list()).toHaveLength(1)
  await device.stop()
})
