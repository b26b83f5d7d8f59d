import { afterEach, expect, test } from 'vitest'
import { clinicalRecordIdOf } from '#domain/clinical/record-id.ts'
import { keepClinicalText } from '#src/sync/clinical/clinical-texts.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { UNSAVED_TEXTS } from '#src/sync/drafts/unsaved-texts.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { keepDraft } from '#src/sync/reports/drafts.ts'
import { ModelServer } from '../support/model-server.ts'
import { aDraft, aReport, aStudy, DOCTOR, studyId } from '../support/rows.ts'
import { damage, openSealed } from '../support/sealed-databases.ts'
import { Browser, openPage, withStudy } from '../support/test-page.ts'

afterEach(() => setDevice(undefined))

async function start() {
  const browser = new Browser()
  const databases = await openSealed(browser.userId)
  const { device, link } = await openPage(browser, new ModelServer(), {}, databases)
  link.set(false)
  setDevice(device)
  await withStudy(databases)
  const list = async () => UNSAVED_TEXTS.open(await UNSAVED_TEXTS.read(device), device)
  return { device, drafts: databases.work.drafts, list }
}

test('a damaged text of a report links to its study, and a damaged text of a visit links to nothing', async () => {
  const { device, drafts, list } = await start()
  const visit = studyId(8)
  const id = clinicalRecordIdOf(visit, DOCTOR, 'MED_HISTORY')
  await keepDraft(aDraft('typed', { updated: 1 }))
  await keepClinicalText({
    id,
    appt_id: visit,
    kind: 'MED_HISTORY',
    content: '<p>Fever</p>',
    base_rev: undefined,
    updated: 2,
  })
  expect(await list()).toMatchObject([
    { place: { studyId: aStudy().id } },
    { place: { visitId: visit, kind: 'MED_HISTORY' } },
  ])
  for (const one of [aDraft('').report_id, id]) await damage(drafts, one)
  expect(await list()).toMatchObject([
    { words: undefined, place: { studyId: aStudy().id } },
    { id, words: undefined, place: undefined },
  ])
  await device.stop()
})

test('a damaged text of a save is also listed, because it keeps its form closed', async () => {
  const { device, drafts, list } = await start()
  const { report_id } = aDraft('')
  await keepDraft(aDraft('typed'))
  await drafts.update(report_id, { isSaved: true })
  expect(await list()).toEqual([])
  await damage(drafts, report_id)
  expect(await list()).toMatchObject([{ id: report_id, needsPerson: true, words: undefined }])
  await device.stop()
})

test('a text is listed with its content even if the copy of its report is damaged, and hides no other', async () => {
  const { device, list } = await start()
  await keepDraft(aDraft('typed', { updated: 1 }))
  await keepDraft(aDraft('other', { study_id: studyId(2), updated: 2 }))
  await keepConfirmed(device.databases, { reports: [aReport()] })
  await damage(device.databases.cache.reports, aReport().id)
  expect(await list()).toMatchObject([{ words: 'typed', needsPerson: true }, { words: 'other' }])
  await device.stop()
})
