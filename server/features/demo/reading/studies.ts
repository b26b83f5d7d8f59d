import type { Insertable } from 'kysely'
import { offsetMinutesAt } from '#domain/time/zones.ts'
import type { Study } from '#server/kernel/database/schema.ts'
import type { DemoExam, DemoReading } from '../centre/exam.ts'
import { DEMO_EXAMS } from '../centre/examinations.ts'
import { DEMO_PEOPLE, type DemoPerson } from '../centre/people.ts'
import { tagIdOf } from '../centre/tags.ts'
import type { DemoCentre } from '../centres.ts'
import { demoId, type Random } from '../random.ts'
import { type DemoPatient, inventPatient, pickReferrer } from './patients.ts'
import { type DemoTimeline, inventReceived, inventTimeline } from './timeline.ts'

/** A study of the demo with the sources of its report. */
export interface DemoStudy {
  row: Insertable<Study> & { id: string }
  exam: DemoExam
  reading: DemoReading
  timeline: DemoTimeline
  writer: DemoPerson
  signer: DemoPerson
  verifier: DemoPerson
}

/** Doctors of a centre by their rights on a report. */
interface Doctors {
  writers: readonly DemoPerson[]
  signers: readonly DemoPerson[]
  verifiers: readonly DemoPerson[]
}

/** Source of studies: a centre and its image server, over the `days` before `now`. */
export interface StudySource {
  centre: DemoCentre
  pacsId: string
  now: Date
  days: number
  /** Number of the first new patient; 1 if absent. */
  firstPatientNo?: number
  /** Returns the arrival time of the study with this number; if absent, it is chosen at random within `days`. */
  receivedAt?: (number: number) => Date
}

/**
 * Returns a function that creates the studies of a centre one by one: every load gives the same ones except for the
 * times.
 */
export function studyInventor(random: Random, source: StudySource): (number: number) => DemoStudy {
  const doctors = doctorsOf(source.centre)
  const patients: DemoPatient[] = []
  return (number) => {
    const exam = random.weighted(DEMO_EXAMS)
    const patient = pickPatient(random, source, patients, exam)
    return inventStudy(random, { ...source, doctors, exam, patient, number })
  }
}

interface Arrival extends StudySource {
  doctors: Doctors
  exam: DemoExam
  patient: DemoPatient
  number: number
}

function inventStudy(random: Random, arrival: Arrival): DemoStudy {
  const { centre, exam, doctors, now, days } = arrival
  const branch = random.weighted(centre.branches)
  const offset = offsetMinutesAt(now, branch.timeZone) / 60
  const receivedAt = arrival.receivedAt?.(arrival.number) ?? inventReceived(random, now, days, offset)
  const timeline = inventTimeline(random, receivedAt, exam.tat, now)
  const reading = random.weighted(exam.readings)
  const signer = random.pick(doctors.signers)
  const writer = random.chance(0.7) ? signer : random.pick(doctors.writers)
  const verifier = random.pick(doctors.verifiers)
  // One in forty comes from an unknown machine: only the administrator sees it until it is assigned to a branch.
  const branchId = random.chance(0.025) ? null : branch.id
  const aet = branchId ? branch.aet : 'PORTABLE_7'
  const row = {
    ...headerColumns(random, arrival, receivedAt),
    branch_id: branchId,
    src_aet: aet,
    tat: exam.tat,
    ...stateColumns(random, timeline, { writer, signer, verifier }),
    ...tagColumns(random, centre, reading, timeline),
    active_until:
      timeline.verifiedAt && random.chance(0.5) ? new Date(now.getTime() + 30 * 86_400_000) : null,
    payment_status: random.pick(['Paid', 'Paid', 'Paid', 'Partial_Paid', 'Pending', '']),
  }
  return { row, exam, reading, timeline, writer, signer, verifier }
}

function headerColumns(random: Random, { centre, pacsId, exam, patient, number }: Arrival, receivedAt: Date) {
  const accession = `${centre.accessionPrefix}26${String(48_000 + number).padStart(7, '0')}`
  return {
    client_id: centre.id,
    id: demoId('study', `${centre.key} ${number}`),
    study_iuid: `1.2.826.0.1.3680043.10.1187.${centre.countryId}.${number < 0 ? `0.${-number}` : number}`,
    pacs_id: pacsId,
    ...patient,
    study_desc: exam.description,
    study_datetime: new Date(receivedAt.getTime() - random.between(4, 25) * 60_000),
    received_datetime: receivedAt,
    modality: exam.modality,
    no_of_img: random.between(...exam.images),
    // Some machines send no accession number.
    accession_no: random.chance(0.03) ? '' : accession,
    ref_physician: pickReferrer(random, centre),
  }
}

function stateColumns(
  random: Random,
  timeline: DemoTimeline,
  people: Pick<DemoStudy, 'writer' | 'signer' | 'verifier'>,
) {
  const { status, assignedAt, signedAt, verifiedAt } = timeline
  return {
    status,
    assigned_doctor_id: assignedAt ? people.writer.id : null,
    assigned_on: assignedAt ?? null,
    signed_by_doctor_id: signedAt || (assignedAt && random.chance(0.6)) ? people.signer.id : null,
    signed_on: signedAt ?? null,
    verified_on: verifiedAt ?? null,
    verified_by_id: verifiedAt ? people.verifier.id : null,
  }
}

function tagColumns(random: Random, centre: DemoCentre, reading: DemoReading, { signedAt }: DemoTimeline) {
  const tag = random.weighted([
    { weight: 74, name: '' },
    { weight: 10, name: 'Urgent' },
    { weight: 9, name: 'In-patient' },
    { weight: 3, name: 'VIP' },
    { weight: 2, name: 'Teaching' },
    { weight: 2, name: 'Insurance' },
  ]).name
  const critical = signedAt && reading.isCritical ? random.pick(['Critical result', 'Informed by phone']) : ''
  return {
    tag_id: tag ? tagIdOf(centre.id, tag) : null,
    tag_critical_id: critical ? tagIdOf(centre.id, critical) : null,
  }
}

/** Number of earlier patients to check for one who suits the examination. */
const LOOKS = 8

// About every fourth study belongs to an earlier patient, so that there is previous history to show.
function pickPatient(
  random: Random,
  { centre, now, firstPatientNo = 1 }: StudySource,
  known: DemoPatient[],
  exam: DemoExam,
): DemoPatient {
  const looks = known.length > 0 && random.chance(0.35) ? LOOKS : 0
  const earlier = Array.from({ length: looks }, () => random.pick(known)).find((patient) =>
    fits(patient, exam, now),
  )
  if (earlier) return earlier
  const patient = inventPatient(random, centre, firstPatientNo + known.length, exam, now)
  known.push(patient)
  return patient
}

function fits(patient: DemoPatient, { sex, ages: [least, most] }: DemoExam, now: Date): boolean {
  const years = now.getUTCFullYear() - Number(patient.pat_birthdate.slice(0, 4))
  return (sex === undefined || sex === patient.pat_sex) && years > least && years <= most
}

function doctorsOf(centre: DemoCentre): Doctors {
  const writers = DEMO_PEOPLE.filter((person) => person.centre.id === centre.id && person.isDoctor)
  return {
    writers,
    signers: writers.filter((person) => person.canSign),
    verifiers: writers.filter((person) => person.role === 'seniorRadiologist'),
  }
}
