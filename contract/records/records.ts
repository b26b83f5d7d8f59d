import type * as z from 'zod/mini'
import { addendumRecord } from './addendum.ts'
import { bookingRecord } from './booking-request.ts'
import { bookletRecord } from './booklet.ts'
import { branchRecord } from './branch.ts'
import { commentRecord } from './comment.ts'
import { consentRecord } from './consent.ts'
import { criticalRecord } from './critical.ts'
import { doctorRecord } from './doctor.ts'
import { documentRecord } from './document.ts'
import { documentTagRecord } from './document-tag.ts'
import { masterRecord } from './master.ts'
import { notificationRecord } from './notification.ts'
import { patientRecord } from './patient.ts'
import { personRecord } from './person.ts'
import { prescriptionRecord } from './prescription.ts'
import { receiptRecord } from './receipt.ts'
import { refundRecord } from './refund.ts'
import { reportRecord } from './report.ts'
import { shortcutRecord } from './shortcut.ts'
import { studyRecord } from './study.ts'
import { tagRecord } from './tag.ts'
import { templateRecord } from './template.ts'
import { treatmentRecord } from './treatment.ts'
import { visitRecord } from './visit.ts'
import { visitCommentRecord } from './visit-comment.ts'
import { visitDocumentRecord } from './visit-document.ts'

/** The records that devices keep copies of, in the order in which a new device receives them. */
export const SYNCED_RECORDS = [
  branchRecord,
  doctorRecord,
  tagRecord,
  templateRecord,
  shortcutRecord,
  documentTagRecord,
  masterRecord,
  personRecord,
  patientRecord,
  studyRecord,
  reportRecord,
  commentRecord,
  documentRecord,
  criticalRecord,
  bookletRecord,
  addendumRecord,
  consentRecord,
  bookingRecord,
  visitRecord,
  visitCommentRecord,
  visitDocumentRecord,
  treatmentRecord,
  prescriptionRecord,
  receiptRecord,
  refundRecord,
  notificationRecord,
] as const

export type AnyRecord = (typeof SYNCED_RECORDS)[number]
/** The types of record that devices keep copies of. */
export type SyncType = AnyRecord['type']
type Declarations = { readonly [One in AnyRecord as One['type']]: One }
export type RecordOf<Type extends SyncType> = Declarations[Type]
type Bodies = { [One in AnyRecord as One['type']]: z.output<One['body']> }
/** The shape of a record on the wire. */
export type SyncBodyOf<Type extends SyncType> = Bodies[Type]

const typesOf = <Picked extends AnyRecord>(records: readonly Picked[]): Picked['type'][] =>
  records.map(({ type }) => type)

export const SYNC_TYPES: readonly SyncType[] = typesOf(SYNCED_RECORDS)

// `fromEntries` forgets which type has which declaration.
const DECLARATIONS = Object.fromEntries(
  SYNCED_RECORDS.map((record) => [record.type, record]),
) as unknown as Declarations
/** Returns the declaration of a type. */
export const recordOf = <Type extends SyncType>(type: Type): RecordOf<Type> => DECLARATIONS[type]

type StudyPart = Extract<AnyRecord, { parent: 'study' }>
type VisitPart = Extract<AnyRecord, { parent: 'visit' }>
const isPart = (record: AnyRecord): record is StudyPart | VisitPart => 'parent' in record

/** Records that belong to one study, share its lifetime, and name it in `study_id`. */
export const STUDY_PARTS = SYNCED_RECORDS.filter(
  (record): record is StudyPart => isPart(record) && record.parent === 'study',
)
export type StudyPartType = StudyPart['type']
/** True for a type whose records belong to a study. */
export const isStudyPart = (type: string): type is StudyPartType =>
  STUDY_PARTS.some((part) => part.type === type)

/** Records that belong to one visit, share its lifetime, and name it in `appt_id`. */
export const VISIT_PARTS = SYNCED_RECORDS.filter(
  (record): record is VisitPart => isPart(record) && record.parent === 'visit',
)
export type VisitPartType = VisitPart['type']
/** True for a type whose records belong to a visit. */
export const isVisitPart = (type: string): type is VisitPartType =>
  VISIT_PARTS.some((part) => part.type === type)

type Dated = Extract<AnyRecord, { time: string }>
/** Records with a time of their own. */
export const DATED_RECORDS = SYNCED_RECORDS.filter((record): record is Dated => 'time' in record)
export type DatedType = Dated['type']
/** True for a type whose records have a time of their own. */
export const isDatedType = (type: string): type is DatedType =>
  DATED_RECORDS.some((record) => record.type === type)

/** Records that every device of their scope holds completely, and that have no day: masters and people. */
export const KEPT_WHOLE: readonly AnyRecord[] = SYNCED_RECORDS.filter(
  (record) => !('keptDays' in record) && !isPart(record),
)
