import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { SessionShape } from './auth.ts'

export const patientSessionCalls = {
  /**
   * Returns the session of the tab's signed-in PATIENT to a reloaded page, by a cookie of the browser. Refuses with
   * signed_out if the cookie's session has ended or is another person's.
   */
  resume: defineCall({
    key: 'auth/patientSession',
    base: 'api',
    method: 'POST',
    path: 'auth/patientSession',
    access: 'public',
    offline: { kind: 'never' },
    input: z.strictObject({ user_id: EntityId }),
    output: resultOf(SessionShape),
  }),
} as const
