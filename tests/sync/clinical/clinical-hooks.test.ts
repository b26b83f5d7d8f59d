// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { type ClinicalText, clinicalRow, isClinicalRow, linesText } from '#src/sync/clinical/clinical-text.ts'
import {
  findClinicalText,
  keepClinicalText,
  saveClinicalText,
  settleClinicalText,
} from '#src/sync/clinical/clinical-texts.ts'
import { useClinicalConflict } from '#src/sync/clinical/use-clinical-conflict.ts'
import { useMedicines } from '#src/sync/clinical/use-medicines.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { settled } from '../support/held-calls.ts'
import { ModelServer } from '../support/model-server.ts'
import { studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

let page: Page | undefined
afterEach(async () => {
  cleanup()
  setDevice(undefined)
  await page?.device.stop()
})

async function atDesk() {
  const opened = await openPage(new Browser(), new ModelServer())
  opened.link.set(false)
  page = opened
  let woken = 0
  const wake = () => {
    woken += 1
  }
  setDevice({ ...opened.device, wake })
  return { ...opened, woken: () => woken }
}
const VISIT = studyId(8)
const text = (kind: ClinicalText['kind'], content: string): ClinicalText => ({
  id: studyId(9),
  appt_id: VISIT,
  kind,
  content,
  base_rev: 1,
  updated: 1,
})
const line = (medicine: string) => ({
  id: studyId(20),
  medicine,
  dose: [],
  after_before_meal: 'After' as const,
  duration: '',
})

/** Parks the last command as the server refuses a change of an older revision. */
async function refuse({ databases: { outbox, work } }: Page, current: unknown): Promise<void> {
  const stored = (await work.outbox.orderBy('seq').last())!
  const row = await outbox.open(stored)
  const body = { ...row.body, refusal: { message: 'Changed elsewhere.', code: 'conflict', current } }
  const lastError = { kind: 'refused', status: 409, code: 'conflict' } as never
  await work.outbox.put({
    ...stored,
    ...(await outbox.seal({ ...row, body } as never)),
    state: 'parked',
    lastError,
  } as never)
}
const UPDATED = '2026-11-20T09:00:00.000Z'
test('a text of a visit is a row of its own kind, without a number of a report', () => {
  const row = clinicalRow(text('TREAT_PLAN', 'Rest'), 'page')
  expect(row).toMatchObject({ rev: 0, study: VISIT, baseRev: 1, isSaved: false, writer: 'page' })
  expect(row.body).toMatchObject({ report_no: 0, report_name: 'TREAT_PLAN' })
  expect(isClinicalRow(row)).toBe(true)
  expect(isClinicalRow({ body: { ...row.body, report_no: 1 } })).toBe(false)
})

test('a note that was changed elsewhere shows both texts until the doctor chooses', async () => {
  const desk = await atDesk()
  await saveClinicalText(text('MED_HISTORY', '<p>Mine</p>'))
  expect(desk.woken()).toBe(1)
  const { result } = renderHook(() => useClinicalConflict(studyId(9), 'MED_HISTORY'))
  await settled(30)
  expect(result.current).toBeUndefined()
  const theirs = {
    id: studyId(9),
    rev: 4,
    appt_id: VISIT,
    appt_machine_id: null,
    doctor_id: studyId(7),
    doctor: 'Dr Two',
    type: 'MED_HISTORY',
    content: '<p>Theirs</p>',
    created: UPDATED,
    updated: UPDATED,
  }
  await refuse(desk, theirs)
  await waitFor(() =>
    expect(result.current).toMatchObject({
      mine: { content: '<p>Mine</p>', kind: 'MED_HISTORY', appt_id: VISIT },
      theirs: { content: '<p>Theirs</p>', rev: 4, updated: new Date(UPDATED) },
    }),
  )
  await settleClinicalText(text('MED_HISTORY', '<p>Both</p>'), 4)
  expect(desk.woken()).toBe(2)
  await waitFor(() => expect(result.current).toBeUndefined())
  const last = await desk.databases.outbox.openAll(await desk.databases.work.outbox.toArray())
  expect(last.at(-1)?.body.input).toMatchObject({ content: '<p>Both</p>' })
  expect((await desk.databases.work.drafts.get(studyId(9)))?.baseRev).toBe(4)
})

test('a refusal whose text cannot be read shows no conflict', async () => {
  const desk = await atDesk()
  await saveClinicalText(text('PRESCRIPTION', linesText([line('A')])))
  await refuse(desk, { nothing: 'known' })
  const { result } = renderHook(() => useClinicalConflict(studyId(9), 'PRESCRIPTION'))
  await settled(50)
  expect(result.current).toBeUndefined()
})

test('medicines are suggested from the prescriptions here', async () => {
  const { databases } = await atDesk()
  const { result } = renderHook(() => useMedicines())
  expect(result.current).toEqual([])
  const put = async (n: number, updated: string, ...medicines: string[]) => {
    const body = { id: studyId(n), rev: 1, appt_id: VISIT, prescriptions: medicines.map(line), updated }
    const row = await databases.prescriptions.seal({
      id: studyId(n),
      rev: 1,
      scope: 's',
      visit: VISIT,
      body,
    } as never)
    await databases.cache.prescriptions.put(row)
  }
  await put(31, '2026-11-19T09:00:00.000Z', 'Old')
  await put(32, UPDATED, 'New', 'Often')
  await put(33, '2026-11-18T09:00:00.000Z', 'Often')
  await waitFor(() => expect(result.current).toEqual(['Often', 'New', 'Old']))
})

test('a prescription that was changed elsewhere shows the server’s lines', async () => {
  const desk = await atDesk()
  await saveClinicalText(text('PRESCRIPTION', linesText([line('Mine')])))
  const theirs = {
    id: studyId(9),
    rev: 6,
    appt_id: VISIT,
    appt_machine_id: null,
    doctor_id: studyId(7),
    doctor: 'Dr Two',
    dr_licence_code: '',
    prescriptions: [line('Theirs')],
    created: UPDATED,
    updated: UPDATED,
  }
  await refuse(desk, theirs)
  const { result } = renderHook(() => useClinicalConflict(studyId(9), 'PRESCRIPTION'))
  await waitFor(() =>
    expect(result.current?.theirs).toEqual({
      content: linesText([line('Theirs')]),
      rev: 6,
      updated: new Date(UPDATED),
    }),
  )
})

test('a text that is kept at a pause is found again, and is not sent', async () => {
  const { databases } = await atDesk()
  await keepClinicalText(text('INVESTIGATION', '<p>Later</p>'))
  expect(await findClinicalText(studyId(9))).toMatchObject({ kind: 'INVESTIGATION', content: '<p>Later</p>' })
  expect(await databases.work.outbox.count()).toBe(0)
})
