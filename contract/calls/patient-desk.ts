import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { MESSAGE_CHANNELS } from '#domain/message/channels.ts'
import { TELL_CHOICES } from '#domain/message/decide-notice.ts'
import { CHOICE_WAYS } from '#domain/message/tell-fields.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { needs } from '../kernel/needs.ts'
import { listOf, PageInput, resultOf } from '../kernel/paging.ts'

/** Patients page and picker (docs/wire.md#lists-and-limits). */
export const PATIENTS_PAGE_SIZE = 25
export const PATIENT_PICKER_SIZE = 10

/** A patient (docs/visits.md#patients, docs/wire.md#names-and-values). Age follows from `dob`. */
export const PatientRow = z.object({
  id: EntityId,
  rev: z.int(),
  /** The server's number, or the national id or passport by setting; a provisional one until it is assigned. */
  pat_id: z.string(),
  fname: z.string(),
  lname: z.string(),
  mobile: z.string(),
  phone_code: z.string(),
  email: z.string(),
  gender: z.enum(['', 'Male', 'Female']),
  dob: z.nullable(Day),
  /** The date of birth was computed from an age. */
  is_dob_from_age: Flag,
  ssn: needs('identity', z.string()),
  passport: needs('identity', z.string()),
  lmp: z.nullable(Day),
  bloodgroup: z.string(),
  is_vip: Flag,
  is_allergic: Flag,
  allergies: z.array(z.string()),
  nationality: z.string(),
  address: z.string(),
  country_id: z.int(),
  state: z.string(),
  city: z.string(),
  pincode: z.string(),
  height: z.string(),
  weight: z.string(),
  /** The language of pages and messages; null is the branch's. Absent in copies from before the field existed. */
  language: z.optional(z.nullable(z.enum(LANGUAGES))),
  /** The patient's choice for each channel; absent in copies from before the fields existed. */
  tell_email: z.optional(z.enum(TELL_CHOICES)),
  tell_sms: z.optional(z.enum(TELL_CHOICES)),
  tell_whatsapp: z.optional(z.enum(TELL_CHOICES)),
  /** When and how each choice was last made, by channel. */
  tell_noted: z.optional(
    z.partialRecord(z.enum(MESSAGE_CHANNELS), z.object({ at: Instant, how: z.enum(CHOICE_WAYS) })),
  ),
  /** Shares a national id or passport with another patient: a person must check (docs/sync.md#accepted-and-flagged). */
  needs_merge: Flag,
  /** When somebody last worked with the patient: devices keep a window by it. */
  touched: Instant,
  created: Instant,
})
export type PatientRow = z.output<typeof PatientRow>

/** The fields of the registration form. Age parts are used if no date of birth is known. */
const PatientInput = z.strictObject({
  id: EntityId,
  /** Absent for a new patient. On a conflict, fields are compared one by one with `before`. */
  rev: z.optional(z.int()),
  pat_id: z.optional(text(64)),
  fname: text(60),
  lname: text(60),
  mobile: text(20),
  phone_code: z.optional(text(6)),
  email: z.optional(text(254)),
  gender: z.enum(['', 'Male', 'Female']),
  dob: z.optional(z.nullable(Day)),
  age_y: z.optional(z.nullable(z.int())),
  age_m: z.optional(z.nullable(z.int())),
  age_d: z.optional(z.nullable(z.int())),
  ssn: z.optional(text(30)),
  passport: z.optional(text(30)),
  lmp: z.optional(z.nullable(Day)),
  bloodgroup: z.optional(text(3)),
  is_vip: z.optional(Flag),
  is_allergic: z.optional(Flag),
  allergies: z.optional(z.array(text(100)).check(z.maxLength(50))),
  nationality: z.optional(text(60)),
  address: z.optional(text(500)),
  country_id: z.optional(z.int()),
  state: z.optional(text(60)),
  city: z.optional(text(60)),
  pincode: z.optional(text(12)),
  height: z.optional(text(10)),
  weight: z.optional(text(10)),
  language: z.optional(z.nullable(z.enum(LANGUAGES))),
  tell_email: z.optional(z.enum(TELL_CHOICES)),
  tell_sms: z.optional(z.enum(TELL_CHOICES)),
  tell_whatsapp: z.optional(z.enum(TELL_CHOICES)),
  /** The previous values of each changed field: field-wise compare and set (docs/sync.md#policies). */
  before: z.optional(z.record(z.string(), z.unknown())),
  /** Confirms that the likely duplicates were shown and it is another person. */
  is_confirmed: z.optional(Flag),
})
export type PatientInput = z.input<typeof PatientInput>

/** A patient who may be the same person, and the score (0 to 100). */
export const LikelyPatient = z.object({ patient: PatientRow, score: z.int(), reasons: z.array(z.string()) })
export type LikelyPatient = z.output<typeof LikelyPatient>

/** An examination of a patient with a signed report. */
export const SignedExamination = z.object({
  id: EntityId,
  /** Empty if its study is not linked to a visit. */
  visit_no: z.string(),
  service: z.string(),
  start_dt: Instant,
})
export type SignedExamination = z.output<typeof SignedExamination>

const PatientFilter = {
  /** Name in any order and with typing errors, phone, id, national id, passport. */
  k: z.optional(text(100)),
  dob: z.optional(Day),
  /** Only those that a person must check. */
  needs_merge: z.optional(z.enum(['0', '1'])),
} as const

const common = { module: 'appointment_system', access: 'session' } as const
/** The portal may search patients too (docs/screens.md#the-shell: Patients opens by view_patient_portal_patients). */
const lookUp = { module: ['appointment_system', 'patient_portal'], access: 'session' } as const

export const patientDeskCalls = {
  patients: defineCall({
    ...lookUp,
    key: 'patients',
    base: 'php',
    method: 'GET',
    path: 'patients',
    offline: { kind: 'cache', table: 'patients' },
    input: z.strictObject({ ...PageInput, ...PatientFilter }),
    output: listOf(PatientRow),
  }),
  allPatients: defineCall({
    ...lookUp,
    key: 'patients/ALL',
    base: 'php',
    method: 'GET',
    path: 'patients/ALL',
    offline: { kind: 'cache', table: 'patients' },
    input: z.strictObject(PatientFilter),
    output: resultOf(z.array(PatientRow)),
  }),
  detail: defineCall({
    ...lookUp,
    key: 'patient/detail',
    base: 'php',
    method: 'GET',
    path: 'patient/detail/{id}',
    offline: { kind: 'cache', table: 'patients' },
    input: z.strictObject({ id: EntityId }),
    output: resultOf(PatientRow),
  }),
  likely: defineCall({
    ...common,
    key: 'patient/likely',
    base: 'php',
    method: 'POST',
    path: 'patient/likely',
    offline: { kind: 'never' },
    /** The fields typed so far; `id` excludes the patient itself. */
    input: z.strictObject({
      id: z.optional(EntityId),
      fname: text(60),
      lname: text(60),
      mobile: text(20),
      gender: z.enum(['', 'Male', 'Female']),
      dob: z.optional(z.nullable(Day)),
      ssn: z.optional(text(30)),
      passport: z.optional(text(30)),
    }),
    output: resultOf(z.array(LikelyPatient)),
  }),
  save: defineCall({
    ...common,
    key: 'patient/save',
    base: 'php',
    method: 'POST',
    path: 'patient/save',
    offline: { kind: 'queue', version: 1, aggregate: ({ id }) => ({ type: 'patient', id }) },
    input: PatientInput,
    output: z.object({ message: z.string(), result: z.object({ patient: PatientRow }) }),
  }),
  signedExaminations: defineCall({
    ...common,
    key: 'patient/signedExaminations',
    base: 'php',
    method: 'GET',
    path: 'patient/signedExaminations/{id}',
    offline: { kind: 'never' },
    /** Signed reports under the patient's name, of any age: queried before the name is corrected. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.object({
        /** In the caller's branches, newest first, at most 50. */
        examinations: z.array(SignedExamination),
        /** The number of others, including those of other branches. */
        more: z.int(),
      }),
    ),
  }),
  merge: defineCall({
    ...common,
    access: 'merge_patients',
    key: 'patient/merge',
    base: 'php',
    method: 'POST',
    path: 'patient/merge',
    offline: { kind: 'never' },
    /** `kept_id` stays; `fields` names those that are copied from the other record. */
    input: z.strictObject({
      id: EntityId,
      kept_id: EntityId,
      merged_id: EntityId,
      fields: z.array(text(30)),
    }),
    output: z.object({ message: z.string(), result: z.object({ patient: PatientRow }) }),
  }),
  merges: defineCall({
    ...common,
    access: 'merge_patients',
    key: 'patient/merges',
    base: 'php',
    method: 'GET',
    path: 'patient/merges/{id}',
    offline: { kind: 'never' },
    /** Merges into this patient, newest first. */
    input: z.strictObject({ id: EntityId }),
    output: resultOf(
      z.array(
        z.object({
          id: EntityId,
          merged_id: EntityId,
          pat_id: z.string(),
          name: z.string(),
          visits: z.int(),
          studies: z.int(),
          merged_on: Instant,
          merged_by: z.string(),
          undone_on: z.nullable(Instant),
        }),
      ),
    ),
  }),
  unmerge: defineCall({
    ...common,
    access: 'merge_patients',
    key: 'patient/unmerge',
    base: 'php',
    method: 'POST',
    path: 'patient/unmerge',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string(), result: z.object({ patient: PatientRow }) }),
  }),
} as const
