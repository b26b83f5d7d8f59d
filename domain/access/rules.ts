import type { MainModule } from './main-modules.ts'
import type { Permission } from './permissions.ts'
import type { SessionFields } from './session.ts'

/** The part of a session that decides what a person may open. */
export type AccessSession = Pick<
  SessionFields,
  | 'user_type'
  | 'modules'
  | 'main_modules'
  | 'is_patient'
  | 'is_ref_doctor'
  | 'is_doctor'
  | 'is_clinic_doctor'
  | 'is_client_admin'
  | 'can_create_branch'
  | 'pacs_used'
> &
  // Settings of the screens: the server judges without them.
  Partial<Pick<SessionFields, 'view_image_only' | 'country_id' | 'can_sign' | 'peer_learning'>>

/** Whether a session has access; rules are combined from those below and used by client and server alike. */
export type AccessRule = (session: AccessSession) => boolean

/** True for a patient's session. */
export const isPatient: AccessRule = (session) => session.is_patient === 1 || session.user_type === 'PATIENT'

/** True for a referring doctor or hospital: limited to My Patients (docs/people.md#permissions). */
export const isReferrer: AccessRule = (session) => !isPatient(session) && session.is_ref_doctor === 1

/** True for everybody who gets the side menu: neither patients nor referrers (docs/people.md#permissions). */
export const isStaff: AccessRule = (session) => !isPatient(session) && !isReferrer(session)

/** True for people who view images but read no reports (docs/studies.md#study-lists). */
export const viewsImagesOnly: AccessRule = (session) => session.view_image_only === 1

/** True for staff who are doctors. */
export const isDoctor: AccessRule = (session) => isStaff(session) && session.is_doctor === 1

/** True for staff who are clinic doctors. */
export const isClinicDoctor: AccessRule = (session) => isStaff(session) && session.is_clinic_doctor === 1

/** True for staff who administer their client. */
export const isClientAdmin: AccessRule = (session) => isStaff(session) && session.is_client_admin === 1

/** The platform's own people. */
export const isPlatform: AccessRule = (session) => session.user_type === 'ADMIN'

/** Staff of a client: not a patient, a referrer or the platform's own people. */
export const isOfClient: AccessRule = (session) => isStaff(session) && session.user_type === 'CLIENT'

/** Staff who may add, change and delete branches (docs/masters.md#who-sees-which-tile). */
export const mayCreateBranch: AccessRule = (session) => isStaff(session) && session.can_create_branch === 1

/** The client runs its image servers itself. */
export const keepsOwnPacs: AccessRule = (session) => session.pacs_used === 'Self'

/** Staff whose role holds the permission. */
export const permits =
  (permission: Permission): AccessRule =>
  (session) =>
    isStaff(session) && session.modules.includes(permission)

/** The client has bought at least one of these features. */
export const hasAnyModule =
  (...modules: readonly MainModule[]): AccessRule =>
  (session) =>
    modules.some((module) => session.main_modules.includes(module))

/** Doctors whose signature closes reports. */
export const isSigner: AccessRule = (session) => isDoctor(session) && session.can_sign === 1

/** The client has a share of its signed studies read a second time. */
export const learnsFromPeers: AccessRule = (session) => session.peer_learning === 1

/** The client's centres are in India. */
export const isInIndia: AccessRule = (session) => session.country_id === 91

export const anyOf =
  (...rules: readonly AccessRule[]): AccessRule =>
  (session) =>
    rules.some((rule) => rule(session))

export const allOf =
  (...rules: readonly AccessRule[]): AccessRule =>
  (session) =>
    rules.every((rule) => rule(session))

export const not =
  (rule: AccessRule): AccessRule =>
  (session) =>
    !rule(session)
