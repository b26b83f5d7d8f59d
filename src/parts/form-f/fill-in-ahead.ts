import type { PatientRow } from '#contract/calls/patient-desk.ts'
import type { VisitRow } from '#contract/calls/visit-records.ts'
import type { QuestionAnswer } from '#domain/consent/answers.ts'
import { FIELD, type FormFPart, formFQuestionId, REFERRED, ULTRASOUND } from '#domain/pndt/form-f.ts'
import { formatDay } from '#domain/time/formats.ts'
import { dayAt } from '#domain/time/zones.ts'

/** The known data from which a part of Form F is filled in. */
export interface KnownOfVisit {
  visit: Pick<VisitRow, 'dob' | 'mobile' | 'start_dt' | 'services'>
  patient: Pick<PatientRow, 'address' | 'city' | 'state' | 'pincode' | 'phone_code'> | undefined
  /** When the woman signed her part; undefined until then. */
  declaredOn: string | undefined
  zone: string
}

/** Returns the answers that the centre already knows; the person who fills in the form checks and changes them. */
export function filledAhead(part: FormFPart, known: KnownOfVisit): Record<string, QuestionAnswer> {
  const answers = ANSWERS[part](known)
  return Object.fromEntries(
    Object.entries(answers)
      .filter(([, answer]) => answer !== '')
      .map(([no, answer]) => [formFQuestionId(Number(no)), answer]),
  )
}

const ANSWERS: Readonly<Record<FormFPart, (known: KnownOfVisit) => Record<number, QuestionAnswer>>> = {
  woman: ({ visit, patient, zone }) => ({
    [FIELD.age]: yearsAt(visit.dob, dayAt(new Date(visit.start_dt), zone)),
    [FIELD.address]: [patient?.address, patient?.city, patient?.state, patient?.pincode]
      .filter(Boolean)
      .join(', '),
    [FIELD.phone]: [patient?.phone_code, visit.mobile].filter(Boolean).join(' '),
  }),
  doctor: ({ visit, declaredOn, zone }) => {
    const [sent] = visit.services.filter((one) => referrerOf(one) !== '')
    return {
      [FIELD.referral]: sent ? REFERRED : '',
      [FIELD.referrer]: sent ? referrerOf(sent) : '',
      [FIELD.procedures]: [ULTRASOUND],
      [FIELD.declaredOn]: declaredOn === undefined ? '' : formatDay(dayAt(new Date(declaredOn), zone)),
      [FIELD.procedureOn]: formatDay(dayAt(new Date(visit.start_dt), zone)),
    }
  },
  result: () => ({}),
  invasive: () => ({}),
  invasiveResult: ({ visit, zone }) => ({
    [FIELD.invasiveOn]: formatDay(dayAt(new Date(visit.start_dt), zone)),
  }),
}

const referrerOf = ({ referred_by_dr, referred_by_hospital }: VisitRow['services'][number]) =>
  [referred_by_dr, referred_by_hospital].filter((name) => name !== '').join(', ')

function yearsAt(dob: string | null, day: string): string {
  if (dob === null || dob > day) return ''
  const years = Number(day.slice(0, 4)) - Number(dob.slice(0, 4))
  return String(day.slice(5) < dob.slice(5) ? years - 1 : years)
}
