import { isScanning, type ServiceStatus } from '#domain/status/service-status.ts'
import { studyUidOf } from '#domain/study/dicom/study-uid.ts'
import { type WallClock, wallClockAt } from '#domain/time/zones.ts'
import { cut, cutName } from '#server/integrations/modality-worklist/dicom/fit-value.ts'
import type { DicomSet } from '#server/integrations/modality-worklist/matching.ts'

/** A service as read from the database for the worklist. */
export interface WorklistService {
  id: string
  name: string
  code: string
  modality: string
  accession_no: string
  start_dt: Date
  status: ServiceStatus
  /** Empty if the UID is derived from the id. */
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
/** Maximum lengths of texts: DICOM's limits, or none. */
interface Lengths {
  short: number
  long: number
}
const ALLOWED: Lengths = { short: 16, long: 64 }
const WHOLE: Lengths = { short: Infinity, long: Infinity }

/** A backslash would separate two values. */
const oneValue = (text: string, max: number) => cut(text.replaceAll('\\', '/').trim(), max)
/** Delimiters of name parts are not allowed inside a part. */
const namePart = (text: string) => text.replace(/[\\^=]/g, ' ').trim()
const compactDay = (day: string) => day.replaceAll('-', '')

/** Formats a name of two parts for DICOM: family, then given. */
const personName = (fname: string, lname: string, max: number) =>
  cutName([namePart(lname), namePart(fname)].join('^'), max).replace(/^\^/, '')

/** Formats a single name: its last word is used as the family name. */
function wholeName(name: string, max: number): string {
  const words = namePart(name).split(/\s+/)
  const last = words.pop() ?? ''
  return personName(words.join(' '), last, max)
}

/** Returns the worklist item of a service (PS3.4 table K.6-1), with times in the branch's zone. */
export const worklistItem = (service: WorklistService): DicomSet => itemOf(service, ALLOWED)

/** Returns the same item without truncation, for a person who compares it with what the machine receives. */
export const wholeItem = (service: WorklistService): DicomSet => itemOf(service, WHOLE)

function itemOf(service: WorklistService, lengths: Lengths): DicomSet {
  const short = (text: string) => oneValue(text, lengths.short)
  const long = (text: string) => oneValue(text, lengths.long)
  const { time_zone: zone, start_dt: start } = service
  return {
    AccessionNumber: short(service.accession_no),
    ReferringPhysicianName: wholeName(service.ref_dr, lengths.long),
    PatientName: personName(service.fname, service.lname, lengths.long),
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
        ...startOn(wallClockAt(start, zone)),
        ScheduledPerformingPhysicianName: wholeName(service.doctor, lengths.long),
        ScheduledProcedureStepDescription: long(service.name),
        ScheduledProcedureStepID: short(service.accession_no),
        ScheduledProcedureStepStatus: isScanning(service.status) ? 'STARTED' : 'READY',
      },
    ],
  }
}

const digits = (number: number, count = 2) => String(number).padStart(count, '0')

function startOn({ year, month, day, hour, minute }: WallClock): DicomSet {
  return {
    ScheduledProcedureStepStartDate: `${digits(year, 4)}${digits(month)}${digits(day)}`,
    ScheduledProcedureStepStartTime: `${digits(hour)}${digits(minute)}00`,
  }
}

/** Converts to kilograms, or centimetres to metres; returns an empty text if the input is not a positive number. */
function decimal(text: string, divisor: number): string {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value) || value <= 0) return ''
  // A decimal string has at most 16 characters.
  return String(Number((value / divisor).toFixed(3))).slice(0, ALLOWED.short)
}
