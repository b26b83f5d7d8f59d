import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { askAdmin } from '../look-inside.ts'
import { type ApiUser, type DemoServer, NOW, openDemo } from '../open-demo.ts'
import { putPatient, savePatient } from './patient-fixture.ts'

let server: DemoServer
let desk: ApiUser
beforeAll(async () => {
  server = await openDemo()
  desk = await server.signIn('reception.andheri')
})
afterAll(() => server.close())

const historyOf = (patientId: string) =>
  askAdmin<{ channel: string; choice: string; how: string; at: Date; by_id: string | null }>(
    server,
    'select channel, choice, how, at, by_id from patient_choice where patient_id = $1 order by at, channel',
    [patientId],
  )

/** Returns a change of that record with the other fields of the form unchanged. */
function changeOf({ id, rev, fname, lname, mobile, gender, dob }: PatientRow) {
  return { id, rev, fname, lname, mobile, gender, dob }
}

test('a choice made at registration is stored with its time, and nothing is stored without a choice', async () => {
  const patient = await putPatient(desk, { tell_sms: 'Yes' })
  expect(patient).toMatchObject({ tell_email: '', tell_sms: 'Yes', tell_whatsapp: '' })
  expect(patient.tell_noted).toEqual({ S: { at: NOW.toISOString(), how: 'Desk' } })
  const [said, ...more] = await historyOf(patient.id)
  expect(said).toMatchObject({ channel: 'S', choice: 'Yes', how: 'Desk', at: NOW, by_id: expect.any(String) })
  expect(more).toEqual([])
})

test('a later choice is added after the first, and the other channels do not change', async () => {
  const patient = await putPatient(desk, { tell_email: 'Yes', tell_sms: 'Yes' })
  server.clock.now = new Date(NOW.getTime() + 60_000)
  const input = changeOf(patient)
  const answer = await savePatient(desk, { ...input, tell_sms: 'No', before: { tell_sms: 'Yes' } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.body.result.patient).toMatchObject({
    tell_email: 'Yes',
    tell_sms: 'No',
    tell_noted: { E: { at: NOW.toISOString() }, S: { at: server.clock.now.toISOString() } },
  })
  const said = await historyOf(patient.id)
  expect(said.map(({ channel, choice }) => `${channel} ${choice}`)).toEqual(['E Yes', 'S Yes', 'S No'])
})

test('a choice changed by another desk in the meantime is not overwritten unseen', async () => {
  const patient = await putPatient(desk, { tell_sms: 'No' })
  const input = changeOf(patient)
  const answer = await savePatient(desk, { ...input, tell_sms: 'Yes', before: { tell_sms: '' } })
  expect([answer.status, answer.body.code]).toEqual([409, 'conflict'])
})
