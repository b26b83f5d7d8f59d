// @vitest-environment happy-dom
// Must be the first import: live queries search for the databases when the library is loaded.
import 'fake-indexeddb/auto'
import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { PatientInput, PatientRow } from '#contract/calls/patient-desk.ts'
import { loadTransport } from '#src/sync/api/load-transport.ts'
import { setDevice } from '#src/sync/current-device.ts'
import { forgetPatients, patientMemory, withoutMark } from '#src/sync/patients/patient-memory.ts'
import { changeOfInput, patientOfInput } from '#src/sync/patients/patient-of-input.ts'
import { savePatientNow, useRefusedPatient } from '#src/sync/patients/save-patient.ts'
import {
  findLikely,
  findLikelyHere,
  findTakenNumbersHere,
  joinFound,
  searchPatientsHere,
  searchPatientsThere,
} from '#src/sync/patients/search.ts'
import { usePatientNews } from '#src/sync/patients/use-patient-news.ts'
import { usePatientSearch } from '#src/sync/patients/use-patient-search.ts'
import { setLock } from '#src/sync/session/lock/lock-state.ts'
import { setSession } from '#src/sync/session/session-state.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { copyIn } from '../support/copy-in.ts'
import { type HeldCall, holdCalls, settled } from '../support/held-calls.ts'
import { ModelServer } from '../support/model-server.ts'
import { studyId } from '../support/rows.ts'
import { Browser, openPage, type Page } from '../support/test-page.ts'

const AT = { at: '2026-11-20T09:00:00.000Z', zone: 'Asia/Kolkata', deviceName: 'Desk 1' }
const input = (n: number, change: Partial<PatientInput> = {}): PatientInput => ({
  id: studyId(n),
  fname: 'Asha',
  lname: 'Rao',
  mobile: '',
  gender: 'Female',
  ...change,
})
const patient = (n: number, change: Partial<PatientRow> = {}): PatientRow => ({
  ...patientOfInput(input(n), AT),
  rev: 1,
  pat_id: `P-${n}`,
  ...change,
})

let page: Page
let calls: HeldCall[]
beforeAll(() => loadTransport())
beforeEach(async () => {
  calls = holdCalls()
  setSession(sessionFields())
  page = await openPage(new Browser(), new ModelServer())
  page.link.set(false)
  setDevice(page.device)
})
afterEach(async () => {
  cleanup()
  forgetPatients()
  setLock({ kind: 'none' })
  setDevice(undefined)
  setSession(undefined)
  await page.device.stop()
  vi.unstubAllGlobals()
})
async function keep(...rows: PatientRow[]): Promise<void> {
  const { cache, patients } = page.databases
  for (const row of rows) await cache.patients.put(await patients.seal(copyIn('patient', row, 'branch:1')))
}
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

test('an entry is shown as it was typed, with a provisional number, until the server answers', () => {
  const row = patientOfInput(input(1, { mobile: '98', is_vip: 1 }), AT)
  expect(row).toMatchObject({
    id: studyId(1),
    rev: 0,
    fname: 'Asha',
    mobile: '98',
    is_vip: 1,
    is_allergic: 0,
    allergies: [],
    dob: null,
    is_dob_from_age: 0,
    needs_merge: 0,
    country_id: 0,
    created: AT.at,
    touched: AT.at,
  })
  expect(row.pat_id).toContain('D1-NEW')
  expect(patientOfInput(input(1), AT).is_vip).toBe(0)
  expect(patientOfInput(input(1, { pat_id: 'OWN' }), AT).pat_id).toBe('OWN')
  expect(patientOfInput(input(1, { pat_id: '' }), AT).pat_id).toContain('D1-NEW')
})

test('a change holds what was said: a birth date only if it, or an age, was told', () => {
  const change = changeOfInput(
    input(1, { rev: 3, before: { fname: 'A' }, is_confirmed: 1, email: undefined }),
    AT,
  )
  expect(change).toEqual({
    id: studyId(1),
    fname: 'Asha',
    lname: 'Rao',
    mobile: '',
    gender: 'Female',
    touched: AT.at,
  })
  expect(changeOfInput(input(1, { dob: '1980-01-02' }), AT)).toMatchObject({
    dob: '1980-01-02',
    is_dob_from_age: 0,
  })
  expect(changeOfInput(input(1, { dob: null }), AT)).toMatchObject({ dob: null, is_dob_from_age: 0 })
  const aged = changeOfInput(input(1, { age_y: 2 }), AT)
  expect(aged.is_dob_from_age).toBe(1)
  expect(aged.dob).toMatch(/^2024-/)
  expect(changeOfInput(input(1, { age_m: 3 }), AT)).toHaveProperty('dob')
  expect(changeOfInput(input(1, { age_d: 3 }), AT)).toHaveProperty('dob')
})

test('patients of this device are found, follow changes and deletions, and are forgotten at a lock', async () => {
  await keep(patient(1), patient(2, { fname: 'Ravi' }))
  expect(idsOf(await searchPatientsHere({ k: 'asha' }))).toEqual([studyId(1)])
  await keep(patient(2, { fname: 'Asha Ravi', rev: 2 }))
  await waitFor(async () => expect(await searchPatientsHere({ k: 'asha' })).toHaveLength(2))
  expect(await searchPatientsHere({ k: 'asha', limit: 1 })).toHaveLength(1)
  await page.databases.cache.patients.delete(studyId(1))
  await waitFor(async () => expect(idsOf(await searchPatientsHere({ k: 'asha' }))).toEqual([studyId(2)]))
  const index = await patientMemory(page.databases)
  expect(await patientMemory(page.databases)).toBe(index)
  setLock({ kind: 'locked', why: 'asked', isOverdue: false })
  forgetPatients()
  setLock({ kind: 'open' })
  expect(await patientMemory(page.databases)).not.toBe(index)
  const [found] = await searchPatientsHere({ k: 'asha' })
  expect(withoutMark(found!)).not.toHaveProperty('isWaiting')
  setDevice(undefined)
  expect(await searchPatientsHere({ k: 'asha' })).toEqual([])
})

test('a copy that is older than those opened last is found too; many are opened in portions', async () => {
  const many = Array.from({ length: 501 }, (_, n) => patient(n + 1, { fname: 'Many' }))
  await keep(...many)
  expect(await searchPatientsHere({ k: 'many', limit: 1_000 })).toHaveLength(501)
  await keep(patient(900, { fname: 'Late', touched: '2026-01-01T00:00:00.000Z' }))
  await waitFor(async () => expect(await searchPatientsHere({ k: 'late' })).toHaveLength(1))
})

test('the server is asked for a text and a birth date, without blanks', async () => {
  const asked = searchPatientsThere({ k: ' asha ', dob: '1980-01-02' })
  await settled()
  expect(calls[0]!.input).toEqual({ p: '1', ps: '10', k: 'asha', dob: '1980-01-02' })
  await calls[0]!.answer({ result: { data: [patient(1)], page: { total_records: 7 } } })
  expect(await asked).toMatchObject({ patients: [{ id: studyId(1) }], total: 7 })
  const blank = searchPatientsThere({ k: ' ', limit: 3 }, new AbortController().signal)
  await settled()
  expect(calls[1]!.input).toEqual({ p: '1', ps: '3' })
  await calls[1]!.answer({ result: { data: [], page: { total_records: 0 } } })
  await blank
})

test('results of both places are one list: each patient once, the surer ones first', () => {
  const [asha, ravi, other] = [patient(1), patient(2, { fname: 'Ravi' }), patient(3, { fname: 'Ashalata' })]
  expect(idsOf(joinFound([asha, ravi], [asha, other], 'asha'))).toHaveLength(3)
  expect(idsOf(joinFound([], [other], 'asha'))).toEqual([other.id])
  expect(idsOf(joinFound([asha], [], 'asha'))).toEqual([asha.id])
  const phone = patient(4, { mobile: '9876543210' })
  // What only the server found by a number is as sure as an exact number.
  expect(idsOf(joinFound([patient(5, { fname: 'Z' })], [phone], '555'))[0]).toBe(phone.id)
})

test('patients who may be the same person are found here by name and numbers, likeliest first, without itself', async () => {
  await keep(
    patient(1, { mobile: '9876543210', passport: 'P7654321' }),
    patient(2, { mobile: '9876543210' }),
    patient(3, { fname: 'Zubin', lname: 'Mehta', gender: 'Male' }),
  )
  const registration = {
    fname: 'Asha',
    lname: 'Rao',
    mobile: '9876543210',
    passport: 'P7654321',
    gender: 'Female',
    dob: null,
  } as never
  const found = await findLikelyHere(registration)
  expect(idsOf(found.map(({ patient: one }) => one))).toEqual([studyId(1), studyId(2)])
  expect(found[0]!.score).toBeGreaterThanOrEqual(found[1]!.score)
  const itself = { ...(registration as object), id: studyId(1) } as never
  expect(idsOf((await findLikelyHere(itself)).map(({ patient: one }) => one))).toEqual([studyId(2)])
  expect(await findLikely(registration, false)).toEqual(found)
  const asked = findLikely(registration, true)
  await waitFor(() => expect(calls).toHaveLength(1))
  await calls[0]!.answer({ result: [{ patient: patient(1), score: 1, reasons: [] }] })
  const both = await asked
  expect(both.map(({ patient: one, score }) => [one.id, score])).toEqual([
    [studyId(2), found[1]!.score],
    [studyId(1), 1],
  ])
  const offline = findLikely(registration, true)
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.fail()
  expect(await offline).toEqual(found)
})

test('a number that another patient here has is named', async () => {
  await keep(patient(1, { ssn: 'ab12345' }))
  expect(await findTakenNumbersHere({ id: studyId(2), ssn: ' AB12345 ', passport: '' })).toEqual({
    ssn: 'Duplicate National ID!',
  })
  expect(await findTakenNumbersHere({ id: studyId(1), ssn: 'AB12345' })).toEqual({})
})

test('a search shows this device first, then the server, and says which of them answered', async () => {
  await keep(patient(1), patient(2, { fname: 'Asha', lname: 'Zed' }))
  const { result, rerender } = renderHook(({ k }) => usePatientSearch(k, undefined, 2), {
    initialProps: { k: 'asha' },
  })
  expect(result.current).toMatchObject({ patients: [], isReady: false, isAsking: true, isFromDevice: false })
  await waitFor(() => expect(result.current.isReady).toBe(true))
  expect(result.current).toMatchObject({ isAsking: true, hasMore: false })
  expect(result.current.patients).toHaveLength(2)
  expect(calls).toHaveLength(0)
  await waitFor(() => expect(calls).toHaveLength(1))
  expect(calls[0]!.input).toMatchObject({ k: 'asha', ps: '4' })
  await calls[0]!.answer({ result: { data: [patient(3)], page: { total_records: 9 } } })
  expect(result.current).toMatchObject({ isAsking: false, isFromDevice: false, hasMore: true })
  expect(result.current.patients).toHaveLength(2)
  rerender({ k: 'zed' })
  await waitFor(() => expect(idsOf(result.current.patients)).toEqual([studyId(2)]))
  expect(result.current.hasMore).toBe(false)
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.fail()
  expect(result.current).toMatchObject({ isAsking: false, isFromDevice: true })
  expect(idsOf(result.current.patients)).toEqual([studyId(2)])
})

test('a search that was typed over asks the server nothing', async () => {
  const { rerender, unmount } = renderHook(({ k }) => usePatientSearch(k, undefined, 2), {
    initialProps: { k: 'a' },
  })
  await settled(60)
  rerender({ k: 'as' })
  await settled(60)
  unmount()
  await settled(300)
  expect(calls).toHaveLength(0)
})

test('news of patients change with copies and with what waits', async () => {
  const { result } = renderHook(() => usePatientNews())
  await settled(60)
  const seen = new Set([result.current])
  await act(() => keep(patient(1)))
  await waitFor(() => expect(seen.has(result.current)).toBe(false))
  seen.add(result.current)
  await act(() => keep(patient(1, { rev: 2 })))
  await waitFor(() => expect(seen.has(result.current)).toBe(false))
  seen.add(result.current)
  await act(async () => void (await savePatientNow(input(2), { isOnline: false, label: 'Save' })))
  await waitFor(() => expect(seen.has(result.current)).toBe(false))
})

test('a patient is saved at the server while it answers, and here while it does not', async () => {
  let refreshed = 0
  const gaveUp: string[] = []
  setDevice({
    ...page.device,
    refresh: () => (refreshed += 1),
    giveUpCommand: async (id: string) => {
      gaveUp.push(id)
      return 'gone'
    },
  } as never)
  const online = savePatientNow(input(1), { isOnline: true, label: 'Save', settles: 'earlier' })
  await waitFor(() => expect(calls).toHaveLength(1))
  await calls[0]!.answer({ result: { patient: patient(1, { pat_id: 'P-77' }) } })
  expect(await online).toMatchObject({ patient: { pat_id: 'P-77' }, isOnServer: true })
  expect([refreshed, gaveUp]).toEqual([1, ['earlier']])
  expect(await page.databases.work.outbox.count()).toBe(0)
  const cut = savePatientNow(input(2), { isOnline: true, label: 'Save' })
  await waitFor(() => expect(calls).toHaveLength(2))
  await calls[1]!.fail()
  expect(await cut).toMatchObject({ patient: { id: studyId(2), fname: 'Asha' }, isOnServer: false })
  const [row] = await page.databases.work.outbox.toArray()
  expect(row).toMatchObject({ call: 'patient/save', isOffline: true })
  const refused = savePatientNow(input(3), { isOnline: true, label: 'Save' })
  await waitFor(() => expect(calls.length).toBeGreaterThan(2))
  const saving = calls.findLast(({ path }) => path.endsWith('patient/save'))!
  const failed = expect(refused).rejects.toMatchObject({ code: 'conflict' })
  await saving.answer({ message: 'No.', code: 'conflict' }, 409)
  await failed
  expect(await page.databases.work.outbox.count()).toBe(1)
  expect(gaveUp).toEqual(['earlier'])
  const { result } = renderHook(() => useRefusedPatient(studyId(2)))
  await settled(60)
  expect(result.current).toBeUndefined()
  await act(() => page.databases.work.outbox.update(row!.id, { state: 'parked' }).then(() => undefined))
  await waitFor(() => expect(result.current).toMatchObject({ id: row!.id, typed: { fname: 'Asha' } }))
})
