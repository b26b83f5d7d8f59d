import { sql } from 'kysely'
import { type Language, languageOf } from '#domain/language/languages.ts'
import type { MessageChannel } from '#domain/message/channels.ts'
import type { NoticeContact, TellChoice } from '#domain/message/decide-notice.ts'
import { phoneCodeOf } from '#domain/message/recipient.ts'
import { textsIn } from '#domain/message/texts/texts-in.ts'
import { ageOn } from '#domain/patient/age.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import { dayAt } from '#domain/time/zones.ts'
import { zoneOver } from '../notices/zone-over.ts'
import type { NoticeValues } from './facts.ts'

/** The columns about patient and place that every notice reads. */
export interface PersonRow {
  pat_id: string
  fname: string
  lname: string
  gender: string
  dob: string | null
  email: string
  mobile: string
  phone_code: string
  tell_email: TellChoice
  tell_sms: TellChoice
  tell_whatsapp: TellChoice
  language: string | null
  branch_language: string | null
  client_name: string
  house_phone_code: string
  branch_name: string
  branch_phone: string
  zone: string
}

/** The client, the branch (or the client without one) and the contact data, over `c`, `b` and `cd`. */
export const PLACE_COLUMNS = sql`c.name as client_name, c.phone_code as house_phone_code, coalesce(b.name, c.name) as branch_name,
  coalesce(nullif(b.admin_mob, ''), nullif(cd.phone, ''), '') as branch_phone, b.patient_language as branch_language, ${zoneOver('c.id')} as zone`

/**
 * Joins the branch `b` of a study `st`; a study without a branch has that of its visit `v`, or none. Excludes no
 * rows.
 */
export const STUDY_BRANCH = sql`left join branch b on b.client_id = st.client_id and b.id = coalesce(st.branch_id, v.branch_id)`

/** The patient's columns, over `p`. */
export const PERSON_COLUMNS = sql`p.pat_id, p.fname, p.lname, p.gender, p.dob, p.email, p.mobile, p.phone_code,
  p.tell_email, p.tell_sms, p.tell_whatsapp, p.language`

/** Returns the language that the patient of a row is addressed in. */
export const languageOfRow = ({ language, branch_language }: PersonRow): Language =>
  languageOf(language, branch_language)

/** Returns the placeholders of patient and place. Blank values are absent, so that they stop the message. */
export function personValues(row: PersonRow, now: Date, language: Language): NoticeValues {
  const { values } = textsIn(language)
  const age = row.dob === null ? undefined : ageOn(row.dob, dayAt(now, row.zone))
  const { gender } = row
  return filled({
    PATIENT_ID: row.pat_id,
    NAME: [row.fname, row.lname].filter(Boolean).join(' '),
    AGE: age ? values.age(age) : '',
    GENDER: gender === 'Male' || gender === 'Female' ? values.gender[gender] : gender,
    DOB: row.dob === null ? '' : datesIn(language).day(row.dob),
    CLIENT_NAME: row.client_name,
    BRANCH_NAME: row.branch_name,
    BRANCH_CONTACT_NO: row.branch_phone,
  })
}

/** Drops blank values. */
export const filled = (values: NoticeValues): NoticeValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** Formats an instant in a language, by the clocks of the branch; blank without one. */
export const momentText = (instant: Date | null, zone: string, language: Language): string =>
  instant === null ? '' : datesIn(language).dateTime(instant, zone)

/** Returns the contact data of the patient. */
export const contactOf = ({ email, mobile, phone_code, house_phone_code }: PersonRow): NoticeContact => ({
  email,
  mobile,
  phoneCode: phoneCodeOf(phone_code, house_phone_code),
})

const CHOICE_OF = { E: 'tell_email', S: 'tell_sms', W: 'tell_whatsapp' } as const

/** Returns the patient's choice for this channel. */
export const choiceOf = (row: PersonRow, channel: MessageChannel): TellChoice => row[CHOICE_OF[channel]]
