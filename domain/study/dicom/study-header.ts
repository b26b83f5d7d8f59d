import { birthDayProblem } from '#domain/patient/birth-day.ts'
import { type DicomName, type NameOrder, nameOfDicom, sexOfDicom } from '#domain/patient/name.ts'
import { type DayText, findDay } from '#domain/time/zones.ts'
import { dayOfDicom, instantOfDicom } from './dicom-time.ts'
import { findUndeclaredUtf8 } from './undeclared-utf8.ts'

/** One attribute of DICOM JSON (PS3.18 annex F); the values are untrusted. */
export interface DicomAttribute {
  vr?: unknown
  Value?: unknown
}

/** One study of a QIDO-RS response: attributes by tag, eight hexadecimal digits. */
export type DicomHeader = Readonly<Record<string, DicomAttribute | undefined>>

/** The data of a study in its header; empty text if missing. */
export interface StudyHeader {
  study_iuid: string
  pat_id: string
  pat_name: string
  pat_sex: string
  pat_birthdate: DayText | null
  study_desc: string
  /** ISO 8601 with offset, or null if the header has no date. */
  study_datetime: string | null
  /** One modality, or several as `CT,SR`. */
  modality: string
  no_of_img: number
  accession_no: string
  ref_physician: string
  src_aet: string
  /** Expected fields that are missing or invalid in the header: shown with the study. */
  gaps: readonly StudyGap[]
}

export type StudyGap =
  | 'pat_id'
  | 'pat_name'
  | 'pat_birthdate'
  | 'study_datetime'
  | 'modality'
  | 'accession_no'

type Refused = { ok: false; reason: string }
export type StudyHeaderAnswer = { ok: true; study: StudyHeader } | Refused

/** A header that can be read in any place: its UID and where it comes from do not depend on one. */
export interface OpenedHeader {
  study_iuid: string
  src_aet: string
  /** Reads all fields. Throws RangeError if `today` is not a day of the calendar. */
  readIn: (context: HeaderContext) => StudyHeader
}

const TAGS = {
  studyDate: '00080020',
  studyTime: '00080030',
  accessionNumber: '00080050',
  retrieveAet: '00080054',
  modality: '00080060',
  modalitiesInStudy: '00080061',
  referringPhysician: '00080090',
  timezoneOffset: '00080201',
  studyDescription: '00081030',
  patientName: '00100010',
  patientId: '00100020',
  patientBirthDate: '00100030',
  patientSex: '00100040',
  studyInstanceUid: '0020000D',
  numberOfInstances: '00201208',
  sourceAet: '00020016',
} as const

/** Longest text that is stored; DICOM's own limits are shorter, but invalid data may exceed them. */
const MAX_TEXT = 200
/** Modalities that accompany images; they name the study only if there is nothing else. */
const COMPANIONS = new Set(['SR', 'PR', 'KO', 'DOC', 'SEG', 'REG', 'AU', 'OT'])

/** Fixes UTF-8 that was declared as something else, then cleans the text. */
const clean = (text: string) => tidy(meant(text))

/** Replaces control and invisible characters with spaces and trims the ends. */
const tidy = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Cf}\u2028\u2029]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, MAX_TEXT)

const valuesOf = (header: DicomHeader, tag: string): readonly unknown[] => {
  const value = header[tag]?.Value
  return Array.isArray(value) ? value : []
}

const textOf = (header: DicomHeader, tag: string): string => {
  const [first] = valuesOf(header, tag)
  return typeof first === 'string' || typeof first === 'number' ? clean(String(first)) : ''
}

const meant = (text: string) => findUndeclaredUtf8(text) ?? text

function personOf(header: DicomHeader, tag: string, context: HeaderContext): string {
  const { nameOrder: order, readName = nameOfDicom } = context
  const [first] = valuesOf(header, tag)
  if (typeof first === 'string') return clean(readName(meant(first), order))
  if (typeof first !== 'object' || first === null) return ''
  const groups = first as Record<string, unknown>
  const name: DicomName = {}
  for (const group of ['Alphabetic', 'Ideographic', 'Phonetic'] as const) {
    if (typeof groups[group] === 'string') name[group] = meant(groups[group])
  }
  return clean(readName(name, order))
}

/** The modalities of the study, images before accompanying ones: `CT`, or `CT,MR`. */
function modalityOf(header: DicomHeader): string {
  const all = [...valuesOf(header, TAGS.modalitiesInStudy), ...valuesOf(header, TAGS.modality)]
    .filter((value) => typeof value === 'string')
    .map((value) => clean(value).toUpperCase())
    .filter((value) => /^[A-Z0-9_]{2,16}$/.test(value))
  const unique = [...new Set(all)]
  const images = unique.filter((value) => !COMPANIONS.has(value))
  return (images.length > 0 ? images : unique).join(',')
}

function countOf(header: DicomHeader, tag: string): number {
  const count = Number(textOf(header, tag))
  return Number.isInteger(count) && count > 0 && count < 1_000_000 ? count : 0
}

/** A birth date that is possible on `today`; other values stay in the header only. */
function birthdateOf(header: DicomHeader, today: DayText): DayText | null {
  const day = dayOfDicom(textOf(header, TAGS.patientBirthDate))
  return day && birthDayProblem(day, today) === undefined ? day : null
}

/** The context for reading a header: the zone for times without an offset, and the latest possible birth day. */
export interface HeaderContext {
  zone: string
  today: DayText
  /** The order of names; given names first if absent. */
  nameOrder?: NameOrder
  /** How a name is read; the current rule if absent. */
  readName?: typeof nameOfDicom
}

/**
 * Opens the DICOM JSON header of a study. Only a header without a usable study UID is refused, because it could never
 * be found again. Reads no other field, so that the place can be found first.
 */
export function openStudyHeader(qido: unknown): { ok: true; header: OpenedHeader } | Refused {
  if (typeof qido !== 'object' || qido === null || Array.isArray(qido))
    return refuse('The header is not an object.')
  const header = withAttributes(qido)
  const study_iuid = textOf(header, TAGS.studyInstanceUid)
  if (study_iuid === '') return refuse('The header has no study UID.')
  if (!/^[0-9.]{1,64}$/.test(study_iuid)) return refuse('The study UID is not a DICOM UID.')
  const src_aet = textOf(header, TAGS.sourceAet) || textOf(header, TAGS.retrieveAet)
  const readIn = (context: HeaderContext) => fieldsOf(header, { study_iuid, src_aet }, context)
  return { ok: true, header: { study_iuid, src_aet, readIn } }
}

/**
 * Reads a study from its DICOM JSON header, which is refused as by openStudyHeader. Every other error leaves its field
 * empty and is listed in `gaps`. Never throws on invalid data.
 */
export function readStudyHeader(qido: unknown, context: HeaderContext): StudyHeaderAnswer {
  const opened = openStudyHeader(qido)
  return opened.ok ? { ok: true, study: opened.header.readIn(context) } : opened
}

function fieldsOf(
  header: DicomHeader,
  { study_iuid, src_aet }: Pick<StudyHeader, 'study_iuid' | 'src_aet'>,
  context: HeaderContext,
): StudyHeader {
  if (!findDay(context.today)) throw new RangeError('not a day of the calendar')
  const read = {
    study_iuid,
    pat_id: textOf(header, TAGS.patientId),
    pat_name: personOf(header, TAGS.patientName, context),
    pat_sex: sexOfDicom(textOf(header, TAGS.patientSex)),
    pat_birthdate: birthdateOf(header, context.today),
    study_desc: textOf(header, TAGS.studyDescription),
    study_datetime: studyTimeOf(header, context.zone),
    modality: modalityOf(header),
    no_of_img: countOf(header, TAGS.numberOfInstances),
    accession_no: textOf(header, TAGS.accessionNumber),
    ref_physician: personOf(header, TAGS.referringPhysician, context),
    src_aet,
  }
  return { ...read, gaps: gapsOf(read) }
}

const refuse = (reason: string): Refused => ({ ok: false, reason })

/** Keeps only entries with the shape of an attribute, under upper-case tags. */
function withAttributes(qido: object): DicomHeader {
  const header: Record<string, DicomAttribute> = {}
  for (const [tag, attribute] of Object.entries(qido)) {
    if (typeof attribute === 'object' && attribute !== null) header[tag.toUpperCase()] = attribute
  }
  return header
}

function studyTimeOf(header: DicomHeader, zone: string): string | null {
  const offset = textOf(header, TAGS.timezoneOffset)
  return (
    instantOfDicom(textOf(header, TAGS.studyDate), textOf(header, TAGS.studyTime), { offset, zone }) ?? null
  )
}

function gapsOf(read: Omit<StudyHeader, 'gaps'>): readonly StudyGap[] {
  const expected: readonly StudyGap[] = [
    'pat_id',
    'pat_name',
    'pat_birthdate',
    'study_datetime',
    'modality',
    'accession_no',
  ]
  return expected.filter((field) => !read[field])
}
