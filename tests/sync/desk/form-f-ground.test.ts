import { v7 as mintId } from 'uuid'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { BranchItem } from '#contract/calls/directory.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { FORM_F_IDS } from '#domain/pndt/form-f.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { changeExamStatus } from '#src/sync/desk/change-exam-status.ts'
import { startVisit } from '#src/sync/desk/start-visit.ts'
import { enqueue } from '#src/sync/outbox/make/enqueue.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { serviceRowOf, visitRowOf } from '#tests/parts/booking/visit-row.ts'
import { copyIn } from '#tests/sync/support/copy-in.ts'
import { ModelServer } from '../support/model-server.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const [BRANCH, SERVICE, MACHINE, VISIT, LINE] = Array.from({ length: 5 }, () => mintId()) as [
  string,
  string,
  string,
  string,
  string,
]
const DOCTOR = 'Dr Anjali Mehta, MMC 12345'

let page: Page
beforeEach(async () => {
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
  await keepBranch(1)
  await keepMaster('service', SERVICE, { name: 'Anomaly scan', is_obstetric: 1 })
  await keepMaster('machine', MACHINE, { name: 'US 1', pndt_registration_no: 'USG-77' })
  await keepVisit({})
})
afterEach(async () => {
  setSession(undefined)
  setDevice(undefined)
  await page.device.stop()
})

async function keepBranch(pndt_applies: 0 | 1) {
  const { databases } = page
  const body = {
    id: BRANCH,
    rev: 1,
    name: 'Andheri',
    time_zone: 'Asia/Kolkata',
    pndt_applies,
    pndt_doctors: DOCTOR,
  }
  // Fields that the rule does not read are omitted.
  const copy = { id: BRANCH, rev: 1, scope: 'client', body: body as BranchItem }
  await databases.cache.branches.put(await databases.branches.seal(copy))
}

async function keepMaster(kind: MasterKey, id: string, record: Record<string, unknown>) {
  const { databases } = page
  const copy = { id, rev: 1, scope: 'client', kind, body: { id, rev: 1, kind, record } }
  await databases.cache.masters.put(await databases.masters.seal(copy))
}

async function keepVisit(change: Parameters<typeof visitRowOf>[0]) {
  const line = { id: LINE, service_id: SERVICE, name: 'Anomaly scan', machine_id: MACHINE, machine: 'US 1' }
  const services = [serviceRowOf({ status: 1, ...line })]
  const { isWaiting: _, ...body } = visitRowOf({
    id: VISIT,
    branch_id: BRANCH,
    gender: 'Female',
    status: 1,
    services,
    ...change,
  })
  const [copy] = await page.databases.visits.sealAll([copyIn('visit', body, 'visits:branch')])
  await page.databases.cache.visits.put(copy!)
}

const start = () => startVisit({ id: VISIT, branch_id: BRANCH }, 'Start')
const sign = (part: 'woman' | 'doctor' | 'invasive') =>
  enqueue(
    'consent/sign',
    {
      id: mintId(),
      appt_id: VISIT,
      consent_form_id: FORM_F_IDS[part],
      via: 'Desk',
      fasting: '',
      height: '',
      weight: '',
      lmp_type: '',
      lmp_date: null,
      ques_ans: {},
      sign_by: part === 'woman' ? 'Self' : 'Doctor',
      signer_name: part === 'woman' ? '' : DOCTOR,
      language: 'en',
      strokes: [],
      signed_on: new Date().toISOString(),
    },
    { label: 'Form F' },
  )

test('offline, an obstetric ultrasound starts once both parts are signed on this device', async () => {
  await expect(start()).rejects.toThrow(
    'Form F is not complete, so this ultrasound cannot be started. The pregnant woman’s part is not filled and signed. The doctor’s part',
  )
  await sign('woman')
  await expect(start()).rejects.toThrow('The doctor’s part is not filled in and signed.')
  await sign('doctor')
  await expect(start()).resolves.toBeTruthy()
})

test('offline, an invasive procedure starts once section C is also signed here', async () => {
  await keepMaster('service', SERVICE, { name: 'Amniocentesis', is_obstetric: 1, is_invasive: 1 })
  const parts = [await sign('woman'), await sign('doctor')]
  await expect(start()).rejects.toThrow('Section C (invasive procedure) is not filled in and signed.')
  parts.push(await sign('invasive'))
  const command = await page.databases.work.outbox.get(await start())
  expect(command?.after?.toSorted()).toEqual(parts.toSorted())
})

test('the start of a visit and of a scan is sent after the form that it needs', async () => {
  const parts = [await sign('woman'), await sign('doctor')]
  const afterOf = async (id: string) => (await page.databases.work.outbox.get(id))?.after?.toSorted()
  expect(await afterOf(await start())).toEqual(parts.toSorted())
  const scan = await changeExamStatus({ id: LINE, appt_id: VISIT, status: 6 }, 'Status')
  expect(await afterOf(scan)).toEqual(parts.toSorted())
})

test('a refused start queues nothing', async () => {
  await expect(start()).rejects.toThrow('Form F')
  expect(await page.databases.work.outbox.count()).toBe(0)
})

test('an unregistered machine and a male patient are refused', async () => {
  await sign('woman')
  await sign('doctor')
  await keepMaster('machine', MACHINE, { name: 'US 1', pndt_registration_no: '' })
  await expect(start()).rejects.toThrow('The machine US 1 has no PC-PNDT registration number.')
  await keepVisit({ gender: 'Male' })
  await expect(start()).rejects.toThrow('registered as Male')
})

test('another service, and a branch without the rule, start at once', async () => {
  await keepMaster('service', SERVICE, { name: 'USG KUB', is_obstetric: 0 })
  await expect(start()).resolves.toBeTruthy()
  await keepMaster('service', SERVICE, { name: 'Anomaly scan', is_obstetric: 1 })
  await keepBranch(0)
  await expect(start()).resolves.toBeTruthy()
})

test('a scan also needs the form when it begins and ends, but not when it is set back or cancelled', async () => {
  const set = (status: 5 | 6 | 7 | 12) => changeExamStatus({ id: LINE, appt_id: VISIT, status }, 'Status')
  await expect(set(6)).rejects.toThrow('Form F is not complete, so this ultrasound cannot be started.')
  await expect(set(7)).rejects.toThrow('Form F is not complete, so this ultrasound cannot be completed.')
  await expect(set(5)).resolves.toBeTruthy()
  await expect(set(12)).resolves.toBeTruthy()
  await sign('woman')
  await sign('doctor')
  await expect(set(6)).resolves.toBeTruthy()
})

test('the server decides whether a running scan may end, because only it knows the flags of its start', async () => {
  const end = () => changeExamStatus({ id: LINE, appt_id: VISIT, status: 7 }, 'Status')
  const line = { id: LINE, service_id: SERVICE, name: 'Anomaly scan', machine_id: MACHINE, machine: 'US 1' }
  await keepVisit({ services: [serviceRowOf({ status: 5, ...line })] })
  await expect(end()).rejects.toThrow('Form F is not complete')
  await keepVisit({ services: [serviceRowOf({ status: 6, ...line })] })
  const part = await sign('woman')
  const command = await page.databases.work.outbox.get(await end())
  expect(command?.after).toEqual([part])
})

test('without consent forms in the licence, no scan waits for a form', async () => {
  setSession({ ...sessionFields(), main_modules: ['consent_forms'] })
  await expect(start()).rejects.toThrow('Form F is not complete')
  setSession({ ...sessionFields(), main_modules: [] })
  await expect(start()).resolves.toBeTruthy()
})
