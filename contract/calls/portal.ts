import * as z from 'zod/mini'
import { ACTIVATION_LIMITS } from '#domain/sharing/results.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { TextsOfLanguage } from './sharing.ts'
import { StudyRow } from './studies.ts'

const never = { kind: 'never' } as const
const ofStudy = (input: { study_id: string }) => ({ type: 'study', id: input.study_id })
const ChangedStudy = z.object({ message: z.string(), result: z.object({ study: StudyRow }) })

/** The person who gets the access, and possible obstacles. */
const PortalPerson = z.object({
  /** Null while the study is not linked to one of our patients. */
  patient_id: z.nullable(EntityId),
  pat_id: z.string(),
  name: z.string(),
  mobile: z.string(),
  /** For the patient's own number; empty if unknown. */
  phone_code: z.string(),
  email: z.string(),
  payment_status: z.string(),
  /** 1 while the results wait for the payment. */
  is_unpaid: Flag,
  /** Empty while the patient has no sign-in. */
  username: z.string(),
  active_until: z.nullable(Instant),
  /** Absent for a patient who is addressed in English. */
  texts: z.optional(TextsOfLanguage),
})
export type PortalPerson = z.output<typeof PortalPerson>

/** The new access. The secret is returned only this once; the server stores its hash. */
const PortalAccess = z.object({
  username: z.string(),
  /** `%PASSWORD%`: the secret of the link, never a person's password (docs/people.md#tenants). */
  password: z.string(),
  /** `/login/{username}/{secret}`, a relative path if the server does not know its public address. */
  autoLoginUrl: z.string(),
  expires: Instant,
})
export type PortalAccess = z.output<typeof PortalAccess>

export const portalCalls = {
  activate: defineCall({
    key: 'activateStudyPatient',
    module: 'patient_portal',
    base: 'php',
    method: 'POST',
    path: 'activateStudyPatient',
    access: 'view_patient_portal_archives',
    offline: { kind: 'queue', version: 1, aggregate: ofStudy },
    /** Counted from the moment the server accepts it. */
    input: z.strictObject({
      study_id: EntityId,
      no_of_days: z.int().check(z.gte(ACTIVATION_LIMITS.least), z.lte(ACTIVATION_LIMITS.most)),
    }),
    output: ChangedStudy,
  }),
  deactivate: defineCall({
    key: 'deactivateStudyPatient',
    base: 'php',
    method: 'POST',
    path: 'deactivateStudyPatient',
    access: 'view_patient_portal_archives',
    offline: { kind: 'queue', version: 1, aggregate: ofStudy },
    input: z.strictObject({ study_id: EntityId }),
    output: ChangedStudy,
  }),
  person: defineCall({
    key: 'portal/person',
    module: 'patient_portal',
    base: 'php',
    method: 'GET',
    path: 'portal/person/{study_id}',
    access: 'share_study',
    offline: never,
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(PortalPerson),
  }),
  giveAccess: defineCall({
    key: 'portal/giveAccess',
    module: 'patient_portal',
    base: 'php',
    method: 'POST',
    path: 'portal/giveAccess',
    access: 'share_study',
    offline: never,
    /** Activates the study for 30 days unless it is already active for longer, and makes a new link. */
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(PortalAccess),
  }),
  revokeAccess: defineCall({
    key: 'portal/revokeAccess',
    base: 'php',
    method: 'POST',
    path: 'portal/revokeAccess',
    access: 'share_study',
    offline: never,
    /** Ends every automatic sign-in link of the study's patient. */
    input: z.strictObject({ study_id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
} as const
