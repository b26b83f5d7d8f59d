import type { Language } from '../language/languages.ts'
import type { TouchRule } from '../report/touch-rule.ts'
import type { MainModule } from './main-modules.ts'
import type { Permission } from './permissions.ts'

/** Who is signed in (docs/people.md#tenants): the platform's ADMIN, people of a client, a patient. */
export const USER_TYPES = ['ADMIN', 'CLIENT', 'PATIENT'] as const
export type UserType = (typeof USER_TYPES)[number]

/** Who runs a client's image servers: the client itself, or the platform's administrator (docs/masters.md). */
export const PACS_USED = ['Self', 'Admin'] as const
export type PacsUsed = (typeof PACS_USED)[number]

/** The session fields of docs/wire.md#names-and-values; flags are 0 or 1 and branch_ids a comma list, as the wire has them. */
export interface SessionFields {
  token: string
  session_id: string
  user_id: string
  client_id: string
  name: string
  modules: Permission[]
  main_modules: MainModule[]
  user_type: UserType
  country_id: number
  phone_code: string
  is_client_admin: 0 | 1
  can_create_branch: 0 | 1
  is_patient: 0 | 1
  is_clinic_doctor: 0 | 1
  is_doctor: 0 | 1
  can_sign: 0 | 1
  is_ref_doctor: 0 | 1
  ref_doctor_type: '' | 'Doctor' | 'Hospital'
  is_admin: 0 | 1
  branch_ids: string
  img_url: string
  locale: string
  currency: string
  no_of_decimal: number
  /** Default quick date range of the archives (a user setting, docs/studies.md#study-lists). */
  archive_date_range: string
  /** Hides most row actions of the study lists (docs/studies.md#study-lists). */
  view_image_only: 0 | 1
  report_edit_type: 'Addendum' | 'UpdateContent'
  /** Switches of the client: studies can be downloaded, CSV files have the longer rows (docs/wire.md). */
  study_download: 0 | 1
  extended_csv: 0 | 1
  pacs_used: PacsUsed
  /** The national id or passport is the patient id: registration accepts no other (a setting of the client). */
  use_ssn_passport_as_pat_id: 0 | 1
  /** Whether people sign by touch (a setting of the client); absent in older sessions. */
  touch_signing?: TouchRule | undefined
  /** Whether signed studies are read a second time (a setting of the client); absent in older sessions. */
  peer_learning?: 0 | 1 | undefined
  /** Of a PATIENT: the language of pages and messages, the patient's own or that of the branch; absent if neither has one. */
  language?: Language | undefined
  /** IANA name of the zone that all branches of the person share; empty if they differ. */
  time_zone?: string | undefined
  /** IANA names by branch id, if they differ. */
  branch_zones?: Record<string, string> | undefined
}
