import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Instant, text } from '../kernel/fields.ts'
import { READING_MODULES, STUDY_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { StudyRow } from './studies.ts'

/** The sexes that a study may have (domain/patient/name.ts). */
export const PATIENT_SEXES = ['', 'Male', 'Female', 'Other'] as const

/** The fields of patient and study that may be corrected; domain/study/study-rules.ts names them. */
export const EditFields = {
  pat_id: text(64),
  pat_name: text(200),
  pat_sex: z.enum(PATIENT_SEXES),
  pat_birthdate: z.nullable(Day),
  study_desc: text(200),
  accession_no: text(64),
  ref_physician: text(200),
} as const
const SomeFields = z.partial(z.strictObject(EditFields))
export type SomeEditFields = z.output<typeof SomeFields>

/** The fields that distinguish the two rows of a split study. */
const SplitPart = z.strictObject({ study_desc: text(200), accession_no: text(64) })

/** The person of a study: the client's patient if it is linked, else the data of its images. */
const StudyPatient = z.object({
  id: z.nullable(EntityId),
  pat_id: z.string(),
  name: z.string(),
  gender: z.string(),
  dob: z.nullable(Day),
  age: z.string(),
  mobile: z.string(),
  email: z.string(),
})

const Upcoming = z.object({
  id: EntityId,
  visit_no: z.string(),
  start_dt: Instant,
  status: z.int(),
  branch: z.string(),
})

/** Kinds of changes to a study's identity; `source`: its image server changed it, and it followed. */
export const IDENTITY_STEP_KINDS = ['edit', 'link', 'unlink', 'source'] as const
export type IdentityStepKind = (typeof IDENTITY_STEP_KINDS)[number]

/** One change to a study's identity: who, when, and the previous values. */
const StudyEdit = z.object({
  id: EntityId,
  at: Instant,
  /** Empty if the rule linked it, and for the image server. */
  by: z.string(),
  kind: z.enum(IDENTITY_STEP_KINDS),
  /** For a link and an unlink: the service, and its visit in words. */
  service_id: z.nullable(EntityId),
  visit: z.string(),
  fields: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
})

export const studyEditCalls = {
  updatePatientDtl: defineCall({
    key: 'study/updatePatientDtl',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/updatePatientDtl',
    access: 'edit_patient_and_study',
    offline: {
      kind: 'queue',
      version: 1,
      // Separate aggregate, so a correction in conflict does not block report commands.
      aggregate: ({ study_id }) => ({ type: 'study-edit', id: study_id }),
    },
    input: z.strictObject({
      study_id: EntityId,
      /** The new values of the changed fields. */
      fields: SomeFields,
      /** The values that the person saw: a different current value is a conflict (docs/sync.md#policies). */
      seen: z._default(SomeFields, {}),
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow }) }),
  }),
  splitStudy: defineCall({
    key: 'study/splitStudy',
    module: 'split_study',
    base: 'api',
    method: 'POST',
    path: 'study/splitStudy',
    access: 'split_study',
    offline: { kind: 'never' },
    input: z.strictObject({
      study_id: EntityId,
      /** The id of the new row: the same id twice is the same split. */
      new_study_id: EntityId,
      /** The new values of the existing study, which keeps its reports, comments and documents. */
      first: SplitPart,
      /** The values of the new row: same patient and images, no reports yet. */
      second: SplitPart,
    }),
    output: z.object({ message: z.string(), result: z.object({ study: StudyRow, new_study: StudyRow }) }),
  }),
  deleteStudy: defineCall({
    key: 'study/deleteStudy',
    module: READING_MODULES,
    base: 'api',
    method: 'POST',
    path: 'study/deleteStudy',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({ study_id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ study_id: EntityId }) }),
  }),
  previousStudies: defineCall({
    key: 'study/previousStudies',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/previousStudies/{study_id}',
    access: 'session',
    offline: { kind: 'cache', table: 'studies' },
    /** The patient is that of the study; a patient's card is study/studyPatientDtl (contract/calls/patients.ts). */
    input: z.strictObject({ study_id: EntityId, upcoming: z._default(z.enum(['0', '1']), '0') }),
    output: resultOf(
      z.object({
        patient: StudyPatient,
        upcoming: z.array(Upcoming),
        /** Other studies of the same person that the caller may see, newest first. */
        studies: z.array(StudyRow),
      }),
    ),
  }),
  examination: defineCall({
    key: 'study/examination',
    module: STUDY_MODULES,
    base: 'api',
    method: 'GET',
    path: 'study/examination/{id}',
    access: 'session',
    offline: { kind: 'never' },
    /** Data of the drawer's first tab besides the study's row: the original header, the visit, and corrections. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.object({
        dicom_header: z.array(z.object({ tag: z.string(), vr: z.string(), value: z.string() })),
        visit: z.nullable(
          z.object({
            visit_no: z.string(),
            status: z.int(),
            service: z.string(),
            service_status: z.int(),
            /** The booked time. */
            start_dt: Instant,
            /** When Start Visit was pressed; null until then. */
            started_on: z.nullable(Instant),
            linked_on: z.nullable(Instant),
            linked_by: z.string(),
          }),
        ),
        split_from_id: z.nullable(EntityId),
        edits: z.array(StudyEdit),
      }),
    ),
  }),
} as const
