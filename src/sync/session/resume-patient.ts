import { patientSessionCalls } from '#contract/calls/patient-session.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { callApi } from '../api/call-api.ts'
import { ApiError } from '../api/errors.ts'
import { forgetPatientId } from './session-storage.ts'

/**
 * Resumes the PATIENT session of this tab from the browser's cookie. Undefined if it has expired, if another patient
 * signed in meanwhile, or if the server cannot be reached; in the last case the next load tries again.
 */
export async function resumePatient(userId: string): Promise<SessionFields | undefined> {
  try {
    return (await callApi(patientSessionCalls.resume, { user_id: userId })).result
  } catch (error) {
    if (error instanceof ApiError) forgetPatientId()
    return undefined
  }
}
