import { expect, test, vi } from 'vitest'
import { resumePatient } from '#src/sync/session/resume-patient.ts'
import { findPatientId, keepPatientId } from '#src/sync/session/session-storage.ts'
import { sessionFields } from '#tests/helpers/device/session-fields.ts'
import { withPageGlobals } from '#tests/helpers/page/page-globals.ts'

withPageGlobals()

const OVER = { message: 'Your session has ended. Sign in again.', code: 'signed_out' }
const fields = sessionFields({ user_type: 'PATIENT', is_patient: 1 })

function answerWith(answer: () => Response): string[] {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    sent.push(`${new URL(url, 'http://localhost').pathname} ${body}`)
    return answer()
  })
  return sent
}

test('a reloaded tab requests the session of the patient that it names', async () => {
  keepPatientId(fields.user_id)
  const sent = answerWith(() => Response.json({ result: fields }))
  expect(await resumePatient(fields.user_id)).toEqual(fields)
  expect(sent).toEqual([`/api/auth/patientSession {"user_id":"${fields.user_id}"}`])
  expect(findPatientId()).toBe(fields.user_id)
})

test('after a refusal by the server the tab forgets its signed-in patient', async () => {
  keepPatientId(fields.user_id)
  answerWith(() => Response.json(OVER, { status: 403 }))
  expect(await resumePatient(fields.user_id)).toBeUndefined()
  expect(findPatientId()).toBeUndefined()
})

test('offline it stays signed in as the same patient, for the next load', async () => {
  keepPatientId(fields.user_id)
  answerWith(() => {
    throw new TypeError('fetch failed')
  })
  expect(await resumePatient(fields.user_id)).toBeUndefined()
  expect(findPatientId()).toBe(fields.user_id)
})
