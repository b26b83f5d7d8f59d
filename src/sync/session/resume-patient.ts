import { patientSessionCalls } from '#contract/calls/patient-session.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { callApi } from '../api/call-api.ts'
import { ApiError } from '../api/errors.ts'
import { forgetPatientId } from './session-places.ts'

/**
 * The session of the PATIENT whom this tab was signed in as, by the browser's cookie. Undefined where it is over, where
 * another patient signed in meanwhile, or where the server cannot be reached; the last lets the next load try again.
 */
export async function resumePatient(userId: string): Promise<SessionFields | undefined> {
  try {
    return (await callApi(patientSessionCalls.resume, { user_id: userId })).result
  } catch (error) {
    if (error instanceof ApiError) forgetPatientId()
    return undefined
  }
}
