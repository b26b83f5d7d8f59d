import { isScanning, type ServiceStatus } from '#domain/status/service-status.ts'
import { studyUidOf } from '#domain/study/study-uid.ts'
import { dayAt, wallClockAt } from '#domain/time/zones.ts'
import { cut, cutName } from '#server/integrations/modality-worklist/dicom/fit-value.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'

/** A service as the worklist reads it from the database. */
export interface WorklistService {
  id: string
  name: string
  code: string
  modality: string
  accession_no: string
  start_dt: Date
  status: ServiceStatus
  /** Empty where it is the one that follows from the id. */
  study_iuid: string
  visit_no: string
  machine: string
  aet: string
  machine_modality: string
  time_zone: string
  pat_id: string
  fname: string
  lname: string
  dob: string | null
  gender: string
  weight: string
  height: string
  allergies: string[]
  is_vip: boolean
  ref_dr: string
  doctor: string
}

const SEX: Readonly<Record<string, string>> = { Male: 'M', Female: 'F' }
const SHORT_MAX = 16
const LONG_MAX = 64

/** A backslash would tell two values apart. */
const oneValue = (text: string, max: number) => cut(text.replaceAll('\\', '/').trim(), max)
const short = (text: string) => oneValue(text, SHORT_MAX)
const long = (text: string) => oneValue(text, LONG_MAX)
/** Marks of a name's parts have no place inside one. */
const namePart = (text: string) => text.replace(/[\\^=]/g, ' ').trim()
const compactDay = (day: string) => day.replaceAll('-', '')

/** A name of two parts as DICOM writes it: family, then given. */
const personName = (fname: string, lname: string) =>
  cutName([namePart(lname), namePart(fname)].join('^'), LONG_MAX).replace(/^\^/, '')

/** Somebody known by one name: its last word is taken for the family's. */
function wholeName(name: string): string {
  const words = namePart(name).split(/\s+/)
  const last = words.pop() ?? ''
  return personName(words.join(' '), last)
}

/** The worklist item of a service (PS3.4 table K.6-1), its times in the zone of the branch. */
export function worklistItem(service: WorklistService): DicomSet {
  const { time_zone: zone, start_dt: start } = service
  return {
    AccessionNumber: short(service.accession_no),
    ReferringPhysicianName: wholeName(service.ref_dr),
    PatientName: personName(service.fname, service.lname),
    PatientID: long(service.pat_id),
    PatientBirthDate: service.dob === null ? '' : compactDay(service.dob),
    PatientSex: SEX[service.gender] ?? '',
    PatientWeight: decimal(service.weight, 1),
    PatientSize: decimal(service.height, 100),
    Allergies: service.allergies.map(long),
    SpecialNeeds: service.is_vip ? 'VIP' : '',
    StudyInstanceUID: service.study_iuid || studyUidOf(service.id),
    RequestedProcedureID: short(service.accession_no),
    RequestedProcedureDescription: long(service.name),
    RequestedProcedurePriority: 'ROUTINE',
    AdmissionID: long(service.visit_no),
    RequestedProcedureCodeSequence: service.code
      ? [{ CodeValue: short(service.code), CodingSchemeDesignator: '99RR', CodeMeaning: long(service.name) }]
      : [],
    ScheduledProcedureStepSequence: [
      {
        Modality: service.modality || service.machine_modality,
        ScheduledStationAETitle: service.aet,
        ScheduledStationName: short(service.machine),
        ScheduledProcedureStepStartDate: compactDay(dayAt(start, zone)),
        ScheduledProcedureStepStartTime: timeAt(start, zone),
        ScheduledPerformingPhysicianName: wholeName(service.doctor),
        ScheduledProcedureStepDescription: long(service.name),
        ScheduledProcedureStepID: short(service.accession_no),
        ScheduledProcedureStepStatus: isScanning(service.status) ? 'STARTED' : 'READY',
      },
    ],
  }
}

function timeAt(instant: Date, zone: string): string {
  const { hour, minute } = wallClockAt(instant, zone)
  return `${String(hour).padStart(2, '0')}${String(minute).padStart(2, '0')}00`
}

/** Kilograms, or centimetres as metres; empty where what was written is no plain number. */
function decimal(text: string, divisor: number): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) return ''
  // A decimal string has at most 16 characters.
  return String(Number((value / divisor).toFixed(3))).slice(0, SHORT_MAX)
}
