import { v7 as mintId } from 'uuid'
import { afterEach, expect, test, vi } from 'vitest'
import { setDevice } from '#src/sync/current-device.ts'
import { findSignedOf } from '#src/sync/desk/signed-of-patient.ts'
import { type ScriptedAnswer, scriptServer } from '#tests/helpers/device/scripted-server.ts'
import { serviceRowOf, visitRowOf } from '#tests/parts/booking/visit-row.ts'
import { copyIn } from '#tests/sync/support/copy-in.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const PATIENT = '01970000-0000-7000-8000-0000000000e1'

type Visit = ReturnType<typeof visitRowOf>

let page: Page | undefined
afterEach(async () => {
  vi.unstubAllGlobals()
  setDevice(undefined)
  await page?.device.stop()
})

const visit = (no: string, start_dt: string, report: Partial<Visit['services'][number]>, change = {}) =>
  visitRowOf({
    id: `visit-${no}`,
    patient_id: PATIENT,
    visit_no: no,
    start_dt,
    services: [serviceRowOf({ id: `line-${no}`, ...report })],
    ...change,
  })

const here = async (patient: string) => (await findSignedOf(patient, false)).examinations

test('a patient’s signed examinations are read only from this device’s sealed visits of that patient', async () => {
  expect(await here(PATIENT), 'without a vault nothing is read').toEqual([])
  page = await openPage(new Browser(), new ModelServer())
  setDevice(page.device)
  const { visits } = page.databases
  const copies = [
    visit('V1', '2026-11-01T04:30:00.000Z', { report_status: 'Verified', signed_reports: 1 }),
    visit('V2', '2026-11-02T04:30:00.000Z', { report_status: 'Draft', signed_reports: 0 }),
    visit('V3', '2026-11-03T04:30:00.000Z', { report_status: 'Pending', signed_reports: 1 }),
    visit('V4', '2026-11-04T04:30:00.000Z', { report_status: 'Signed' }, { patient_id: 'meera' }),
    // A copy from before the counts were sent.
    visit('V5', '2026-11-05T04:30:00.000Z', { report_status: 'Signed' }),
  ].map(({ isWaiting: _isWaiting, ...body }) => copyIn('visit', body, 'visits:branch'))
  await page.databases.cache.visits.bulkPut(await visits.sealAll(copies))
  expect(await here(PATIENT)).toEqual([
    { id: 'line-V5', visit_no: 'V5', service: 'CT Brain', start_dt: '2026-11-05T04:30:00.000Z' },
    { id: 'line-V3', visit_no: 'V3', service: 'CT Brain', start_dt: '2026-11-03T04:30:00.000Z' },
    { id: 'line-V1', visit_no: 'V1', service: 'CT Brain', start_dt: '2026-11-01T04:30:00.000Z' },
  ])
  expect(await here('nobody')).toEqual([])
})

test('the server adds older examinations; without its response the device returns its own', async () => {
  page = await openPage(new Browser(), new ModelServer())
  setDevice(page.device)
  const { isWaiting: _isWaiting, ...body } = visit('V1', '2026-11-01T04:30:00.000Z', {
    report_status: 'Signed',
  })
  const [copy] = await page.databases.visits.sealAll([copyIn('visit', body, 'visits:branch')])
  await page.databases.cache.visits.put(copy!)
  const old = { id: mintId(), visit_no: 'V0', service: 'CT Brain', start_dt: '2024-11-01T04:30:00.000Z' }
  const answers: ScriptedAnswer[] = [
    { body: { result: { examinations: [old], more: 1 } } },
    { status: 404, body: { code: 'not_found', message: 'Not found' } },
    { body: { result: { examinations: [], more: 0 } } },
  ]
  scriptServer({ [`patient/signedExaminations/${PATIENT}`]: () => answers.shift()! })
  expect(await findSignedOf(PATIENT, true)).toEqual({ examinations: [old], more: 1 })
  for (const answered of ['with 404', 'with none'])
    expect(await findSignedOf(PATIENT, true), answered).toMatchObject({
      examinations: [{ visit_no: 'V1' }],
      more: 0,
    })
  expect(answers).toEqual([])
})
