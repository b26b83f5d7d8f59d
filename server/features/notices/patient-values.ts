import { sql } from 'kysely'
import type { MessageChannel } from '#domain/message/channels.ts'
import type { NoticeContact, TellChoice } from '#domain/message/decide-notice.ts'
import { phoneCodeOf } from '#domain/message/recipient.ts'
import { ageText } from '#domain/patient/age.ts'
import { formatDateTime, formatDay } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { NoticeValues } from './facts.ts'

/** What every notice reads of its patient and place. */
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
  client_name: string
  house_phone_code: string
  branch_name: string
  branch_phone: string
  zone: string
}

/**
 * The clock by which a record of the `client` is told: that of its branch `b`; of none that of most of the client's branches,
 * as arriving studies are read (docs/studies.md); UTC for a client without branches.
 */
export const zoneOver = (client: string) => sql<string>`coalesce(b.time_zone,
  (select o.time_zone from branch o where o.client_id = ${sql.ref(client)} and o.active and o.hidden is null
    group by o.time_zone order by count(*) desc, min(o.id::text) limit 1), 'UTC')`

/** The client, the branch (of none the client) and the ways of reaching them, over `c`, `b` and `cd`. */
export const PLACE_COLUMNS = sql`c.name as client_name, c.phone_code as house_phone_code, coalesce(b.name, c.name) as branch_name,
  coalesce(nullif(b.admin_mob, ''), nullif(cd.phone, ''), '') as branch_phone, ${zoneOver('c.id')} as zone`

/**
 * The branch `b` of a study `st`: one that waits for its branch has that of its visit `v`, or none. Nothing is left out
 * for it.
 */
export const STUDY_BRANCH = sql`left join branch b on b.client_id = st.client_id and b.id = coalesce(st.branch_id, v.branch_id)`

/** The patient, over `p`. */
export const PERSON_COLUMNS = sql`p.pat_id, p.fname, p.lname, p.gender, p.dob, p.email, p.mobile, p.phone_code,
  p.tell_email, p.tell_sms, p.tell_whatsapp`

/** Placeholders of the patient and the place; what is blank is absent, so that it stops the message. */
export function personValues(row: PersonRow, now: Date): NoticeValues {
  return filled({
    PATIENT_ID: row.pat_id,
    NAME: [row.fname, row.lname].filter(Boolean).join(' '),
    AGE: ageText(row.dob, dayAt(now, row.zone)),
    GENDER: row.gender,
    DOB: row.dob === null ? '' : formatDay(row.dob),
    CLIENT_NAME: row.client_name,
    BRANCH_NAME: row.branch_name,
    BRANCH_CONTACT_NO: row.branch_phone,
  })
}

/** The values that are not blank. */
export const filled = (values: NoticeValues): NoticeValues =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value.trim() !== ''))

/** An instant on the clock of the branch; blank where there is none. */
export const momentText = (instant: Date | null, zone: string): string =>
  instant === null ? '' : formatDateTime(instant, zone)

/** Where the patient is reached. */
export const contactOf = ({ email, mobile, phone_code, house_phone_code }: PersonRow): NoticeContact => ({
  email,
  mobile,
  phoneCode: phoneCodeOf(phone_code, house_phone_code),
})

const CHOICE_OF = { E: 'tell_email', S: 'tell_sms', W: 'tell_whatsapp' } as const

/** What the patient said of this way. */
export const choiceOf = (row: PersonRow, channel: MessageChannel): TellChoice => row[CHOICE_OF[channel]]
