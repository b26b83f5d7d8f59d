import { sql } from 'kysely'
import { filePath } from '#contract/calls/files.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { findOurLanguage } from '#domain/language/languages.ts'
import type { TouchRule } from '#domain/report/touch-rule.ts'
import type { Tx } from '#server/kernel/context.ts'
import type { UserKey } from './public/store.ts'

/** All fields of a session except its token. */
export type UserDetail = Omit<SessionFields, 'token'>
type ClientFields = Pick<UserDetail, 'use_ssn_passport_as_pat_id' | 'touch_signing' | 'peer_learning'>
type ZoneFields = Pick<UserDetail, 'time_zone' | 'branch_zones'>

interface SessionFieldsRow
  extends Pick<
    UserDetail,
    | 'client_id'
    | 'user_id'
    | 'name'
    | 'modules'
    | 'main_modules'
    | 'user_type'
    | 'country_id'
    | 'phone_code'
    | 'ref_doctor_type'
    | 'locale'
    | 'currency'
    | 'no_of_decimal'
    | 'archive_date_range'
    | 'report_edit_type'
    | 'pacs_used'
  > {
  is_client_admin: boolean
  can_create_branch: boolean
  is_clinic_doctor: boolean
  is_doctor: boolean
  can_sign: boolean
  is_ref_doctor: boolean
  view_image_only: boolean
  study_download: boolean
  extended_csv: boolean
  branch_ids: string[]
  photo_file_id: string | null
}

const flag = (value: boolean) => (value ? 1 : 0)

/** Returns the session fields of a user who is signed in under `sessionId` (docs/wire.md#names-and-values). */
export async function getUserDetail(tx: Tx, user: UserKey, sessionId: string): Promise<UserDetail> {
  const { rows } = await sql<SessionFieldsRow>`
    select * from entry.session_fields(${user.client_id}, ${user.user_id})`.execute(tx)
  const row = rows[0]
  if (!row) throw new Refusal('signed_out')
  return {
    ...toUserDetail(row, sessionId),
    ...(await getClientFields(tx, user.client_id)),
    ...(await getZoneFields(tx, user)),
    ...(row.user_type === 'PATIENT' && (await getLanguageField(tx, user))),
  }
}

/** Returns the client settings that forms and signatures need. */
async function getClientFields(tx: Tx, clientId: string): Promise<ClientFields> {
  const { rows } = await sql<{
    use_ssn_passport_as_pat_id: boolean
    touch_signing: TouchRule
    peer_learning: boolean
  }>`
    select * from entry.desk_fields(${clientId})`.execute(tx)
  return {
    use_ssn_passport_as_pat_id: flag(rows[0]?.use_ssn_passport_as_pat_id ?? false),
    touch_signing: rows[0]?.touch_signing ?? 'Off',
    peer_learning: flag(rows[0]?.peer_learning ?? false),
  }
}

/** Returns the zone of the person's branches, and each branch's own zone where they differ. */
async function getZoneFields(tx: Tx, { client_id, user_id }: UserKey): Promise<ZoneFields> {
  const { rows } = await sql<{ id: string; time_zone: string }>`
    select * from entry.branch_zones(${client_id}, ${user_id})`.execute(tx)
  const [first] = rows
  if (rows.every(({ time_zone }) => time_zone === first?.time_zone))
    return { time_zone: first?.time_zone ?? '' }
  return { time_zone: '', branch_zones: Object.fromEntries(rows.map(({ id, time_zone }) => [id, time_zone])) }
}

/** Returns the language of a patient's pages; nothing if neither the patient nor the branch has one. */
async function getLanguageField(tx: Tx, user: UserKey): Promise<Pick<UserDetail, 'language'>> {
  const { rows } = await sql<{ language: string | null }>`
    select entry.language_of_patient(${user.client_id}, ${user.user_id}) as language`.execute(tx)
  const language = findOurLanguage(rows[0]?.language)
  return language === undefined ? {} : { language }
}

function toUserDetail(
  { photo_file_id, ...row }: SessionFieldsRow,
  sessionId: string,
): Omit<UserDetail, keyof ClientFields | keyof ZoneFields | 'language'> {
  return {
    ...row,
    session_id: sessionId,
    is_patient: flag(row.user_type === 'PATIENT'),
    is_admin: flag(row.user_type === 'ADMIN'),
    is_client_admin: flag(row.is_client_admin),
    can_create_branch: flag(row.can_create_branch),
    is_clinic_doctor: flag(row.is_clinic_doctor),
    is_doctor: flag(row.is_doctor),
    can_sign: flag(row.can_sign),
    is_ref_doctor: flag(row.is_ref_doctor),
    view_image_only: flag(row.view_image_only),
    study_download: flag(row.study_download),
    extended_csv: flag(row.extended_csv),
    branch_ids: row.branch_ids.join(','),
    img_url: photo_file_id ? filePath(photo_file_id) : '',
  }
}
