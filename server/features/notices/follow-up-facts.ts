import { sql } from 'kysely'
import { modalityOfCode } from '#domain/follow-up/named-modalities.ts'
import { whatOf } from '#domain/follow-up/recognise.ts'
import type { Region } from '#domain/follow-up/region-words.ts'
import type { NoticeReason } from '#domain/message/decide-notice.ts'
import { followUpLookAgain } from '#domain/message/notice-events.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { findReferrer } from '../criticals/referrer.ts'
import { agreesWithPatient } from '../follow-ups/person.ts'
import { findFollowUpRecord } from '../follow-ups/select-follow-ups.ts'
import type { FollowUpRecord } from '../follow-ups/to-follow-up-row.ts'
import type { AwayFacts, DueNotice, NoticeFacts } from './facts.ts'
import {
  choiceOf,
  contactOf,
  filled,
  momentText,
  PERSON_COLUMNS,
  type PersonRow,
  PLACE_COLUMNS,
  personValues,
  zoneOver,
} from './patient-values.ts'

interface FollowUpPersonRow extends PersonRow {
  has_died: boolean
  /** False where nobody has linked the study to a patient. */
  is_linked: boolean
  visit_service_id: string | null
}

/**
 * What a follow-up says of its reminder, as the list of follow-ups has it at this moment (docs/decisions/336): to the record
 * that merges left of its person, or to the referrer. Where its study or the patient's record is deleted it is looked at
 * again until its last day; undefined after that.
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

/** Whom it goes to. A referrer is no patient of the house: nobody was asked, and the message is none of the patient's. */
async function recipientOf(
  tx: Tx,
  { event, channel }: DueNotice,
  { record, person, now }: Looked,
): Promise<Pick<NoticeFacts, 'contact' | 'choice' | 'patientId' | 'values'>> {
  const values = {
    ...personValues(person, now),
    ...filled({
      SERVICE: examinationOf(record),
      DUE_DATE: dueText(record),
      STUDY_DATE: momentText(record.study_datetime, record.zone),
    }),
  }
  if (event !== 'Follow_Up_Referrer')
    return {
      contact: contactOf(person),
      choice: choiceOf(person, channel),
      patientId: record.patient_id,
      values,
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
    values: { ...values, ...filled({ REFERRER: name }) },
  }
}

/** Whether the last day of the follow-up is not over yet, whatever became of its study. */
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

/** By the lists of the house and not by the words that somebody wrote: no finding leaves in a message. */
function examinationOf({ modality, regions }: FollowUpRecord): string {
  const kind = modalityOfCode(modality)
  // Only parts that the contract knows were ever stored.
  return kind ? whatOf(kind, regions as Region[]) : modality
}

const dueText = ({ due_on, due_to }: FollowUpRecord) =>
  due_on === due_to ? formatDay(due_on) : `${formatDay(due_on)} – ${formatDay(due_to)}`
