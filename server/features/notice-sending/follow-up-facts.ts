import { sql } from 'kysely'
import { modalityOfCode } from '#domain/follow-up/named-modalities.ts'
import { whatOf } from '#domain/follow-up/recognise.ts'
import type { Region } from '#domain/follow-up/region-words.ts'
import type { Language } from '#domain/language/languages.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { followUpLookAgain } from '#domain/message/notice-events.ts'
import { datesIn } from '#domain/time/dates-in.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { findReferrer } from '../criticals/public/referrer.ts'
import { agreesWithPatient } from '../follow-ups/public/person.ts'
import { findFollowUpRecord } from '../follow-ups/public/select-follow-ups.ts'
import type { FollowUpRecord } from '../follow-ups/public/to-follow-up-row.ts'
import { zoneOver } from '../notices/zone-over.ts'
import type { AwayFacts, DueNotice, NoticeFacts } from './facts.ts'
import {
  choiceOf,
  contactOf,
  filled,
  languageOfRow,
  momentText,
  PERSON_COLUMNS,
  type PersonRow,
  PLACE_COLUMNS,
  personValues,
} from './patient-values.ts'

interface FollowUpPersonRow extends PersonRow {
  has_died: boolean
  /** False if nobody has linked the study to a patient. */
  is_linked: boolean
  visit_service_id: string | null
}

/**
 * Reads the facts of a follow-up reminder from the current list of follow-ups (docs/decisions/336). The recipient is
 * the person's record after merges, or the referrer. If the study or the patient's record is deleted, checks again
 * until the last day; returns undefined after that.
 */
export async function followUpFacts(
  tx: Tx,
  notice: DueNotice,
  now: Date,
): Promise<NoticeFacts | AwayFacts | undefined> {
  const record = await findFollowUpRecord(tx, now, notice.client_id, notice.record_id)
  const person = record?.patient_id ? await readPerson(tx, record) : undefined
  if (!record || !person)
    return (await isAhead(tx, notice, now)) ? { awayUntil: followUpLookAgain(now) } : undefined
  return {
    untrue: untrueOf(record, person, notice, now),
    // A booking may be cancelled or missed, so it holds the reminder and does not end it. An unlinked study identifies its
    // person by its header alone, so nobody is written to until it is linked, as with reports.
    holdUntil: record.state === 'Booked' || !person.is_linked ? followUpLookAgain(now) : undefined,
    zone: record.zone,
    start: undefined,
    ...(await recipientOf(tx, notice, { record, person, now })),
    studyId: record.study_id,
  }
}

interface Looked {
  record: FollowUpRecord
  person: FollowUpPersonRow
  now: Date
}

/**
 * Returns the recipient. A referrer is not a patient: there is no choice of channels, and the message does not belong
 * to the patient.
 */
async function recipientOf(
  tx: Tx,
  { event, channel }: DueNotice,
  { record, person, now }: Looked,
): Promise<Pick<NoticeFacts, 'contact' | 'choice' | 'patientId' | 'language' | 'valuesIn'>> {
  const valuesIn = (language: Language) => ({
    ...personValues(person, now, language),
    ...filled({
      SERVICE: examinationOf(record),
      DUE_DATE: dueText(record, language),
      STUDY_DATE: momentText(record.study_datetime, record.zone, language),
    }),
  })
  if (event !== 'Follow_Up_Referrer')
    return {
      contact: contactOf(person),
      choice: choiceOf(person, channel),
      patientId: record.patient_id,
      language: languageOfRow(person),
      valuesIn,
    }
  const { name, email, mobile, phone_code } = await findReferrer(tx, {
    client_id: record.client_id,
    visit_service_id: person.visit_service_id,
    ref_physician: record.ref_physician,
  })
  return {
    contact: { email, mobile, phoneCode: phone_code },
    choice: 'Yes',
    patientId: null,
    // A referrer reads English.
    language: 'en',
    valuesIn: (language) => ({ ...valuesIn(language), ...filled({ REFERRER: name }) }),
  }
}

/** Returns true if the last day of the follow-up is not over, whatever happened to its study. */
async function isAhead(tx: Tx, { client_id, record_id }: DueNotice, now: Date): Promise<boolean> {
  const { rows } = await sql<{ due_to: string; zone: string }>`
    select f.due_to, ${zoneOver('f.client_id')} as zone from follow_up f
    join study s on s.client_id = f.client_id and s.id = f.study_id
    left join branch b on b.client_id = s.client_id and b.id = s.branch_id
    where f.client_id = ${client_id} and f.id = ${record_id} and f.closed_on is null`.execute(tx)
  const [row] = rows
  return row !== undefined && dayAt(now, row.zone) <= row.due_to
}

async function readPerson(tx: Tx, record: FollowUpRecord): Promise<FollowUpPersonRow | undefined> {
  const { client_id, patient_id, patient_ids, patient_numbers, branch_id, study_id } = record
  const { rows } = await sql<FollowUpPersonRow>`
    select ${PERSON_COLUMNS}, ${PLACE_COLUMNS},
      exists (select from follow_up o join study os on os.client_id = o.client_id and os.id = o.study_id
        where o.client_id = p.client_id and o.close_reason = 'Died' and (os.patient_id = any(${patient_ids}::uuid[])
          or (os.patient_id is null and os.pat_id = any(${patient_numbers}::text[]) and ${agreesWithPatient('os')}))) as has_died,
      s.patient_id is not null as is_linked, s.visit_service_id
    from patient p
    join study s on s.client_id = p.client_id and s.id = ${study_id}
    join client c on c.id = p.client_id
    left join branch b on b.client_id = p.client_id and b.id = ${branch_id}
    left join company_detail cd on cd.client_id = p.client_id
    where p.client_id = ${client_id} and p.id = ${patient_id} and p.hidden is null`.execute(tx)
  return rows[0]
}

function untrueOf(
  { state, due_on, due_to, zone }: FollowUpRecord,
  { has_died, is_linked }: FollowUpPersonRow,
  { version }: DueNotice,
  now: Date,
): NoticeReason | undefined {
  if (state === 'Closed') return 'closed'
  if (state === 'Done') return 'answered'
  if (has_died) return 'died'
  if (due_on !== version) return 'moved'
  return !is_linked && dayAt(now, zone) > due_to ? 'gone' : undefined
}

/** Built from the code lists, not from free text, so that no finding is sent in a message. */
function examinationOf({ modality, regions }: FollowUpRecord): string {
  const kind = modalityOfCode(modality)
  // Only regions of the contract were ever stored.
  return kind ? whatOf(kind, regions as Region[]) : modality
}

function dueText({ due_on, due_to }: FollowUpRecord, language: Language): string {
  const { day } = datesIn(language)
  return due_on === due_to ? day(due_on) : `${day(due_on)} – ${day(due_to)}`
}
