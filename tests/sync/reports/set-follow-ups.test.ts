// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { recogniseFollowUps } from '#domain/follow-up/recognise.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { followUpInput, setFollowUps } from '#src/sync/reports/set-follow-ups.ts'
import { ModelServer } from '../support/model-server.ts'
import { aStudy } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page
beforeEach(async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
})
afterEach(async () => {
  setDevice(undefined)
  await page.device.stop()
})

const STUDY = aStudy({ modality: 'CT', study_desc: 'CT Thorax', study_datetime: '2026-11-20T20:30:00.000Z' })
const asked = recogniseFollowUps('<p>CT chest in 3 months. MRI liver in 3-6 months.</p>', STUDY)

const rows = async () => (await page.databases.work.outbox.toArray()).toSorted((a, b) => a.seq - b.seq)

test('each follow-up is a separate command behind the last waiting change of the report', async () => {
  const signature = await enqueue(
    'updateNoOfReports',
    { study_id: STUDY.id, no_of_reports: 1 },
    { label: 'Sign' },
  )
  await setFollowUps(STUDY, asked)
  const [, ...own] = await rows()
  expect(own.map(({ call, depends }) => [call, depends])).toEqual([
    ['study/setFollowUp', [signature]],
    ['study/setFollowUp', [signature]],
  ])
  const lanes = new Set(own.map(({ aggregate }) => aggregate))
  expect(lanes.size).toBe(2)
  expect(lanes.has(`study:${STUDY.id}`)).toBe(false)
})

test('without a waiting change of the report it has no dependency', async () => {
  await setFollowUps(STUDY, asked.slice(0, 1))
  expect((await rows()).map(({ depends }) => depends)).toEqual([[]])
})

test('the days count from the day of the examination, and the same follow-up has the same id', () => {
  const [chest, liver] = asked.map((one) => followUpInput(STUDY, one))
  expect(chest).toMatchObject({ what: 'CT chest', after: '3 months', due_to: chest?.due_on })
  expect(liver).toMatchObject({ modality: 'MR', regions: ['abdomen'], after: '3-6 months' })
  expect((liver?.due_to ?? '') > (liver?.due_on ?? '')).toBe(true)
  const [later] = recogniseFollowUps('<p>CT chest in 6 months.</p>', STUDY)
  expect(later && followUpInput(STUDY, later).id).toBe(chest?.id)
})

test('discarding a save discards its follow-ups, whether sending failed or not; other dependent commands stay', async () => {
  const { device, databases } = page
  const enqueued = (label: string, depends: string[] = []) =>
    enqueue('updateNoOfReports', { study_id: STUDY.id, no_of_reports: 1 }, { label, depends })
  const signature = await enqueued('Sign')
  await setFollowUps(STUDY, asked)
  const [, first] = await rows()
  await databases.work.outbox.update(first?.id ?? '', { sentAt: 1, attempts: 1 })
  const later = await enqueued('Later', [signature])
  expect(await device.giveUpCommand(signature)).toBe('gone')
  expect((await rows()).map(({ id, depends }) => [id, depends])).toEqual([[later, []]])
})
