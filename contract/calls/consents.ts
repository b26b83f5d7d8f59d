import * as z from 'zod/mini'
import { TEXT_ANSWER_MAX } from '#domain/consent/answer-rules.ts'
import {
  CONSENT_LANGUAGES,
  CONSENT_SIGNERS,
  FASTING_ANSWERS,
  LMP_TYPES,
  SIGNER_NAME_MAX,
} from '#domain/consent/answers.ts'
import { LANGUAGES } from '#domain/language/languages.ts'
import { defineCall } from '../kernel/define-call.ts'
import { Day, EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { needs } from '../kernel/needs.ts'
import { resultOf } from '../kernel/paging.ts'
import { ConsentQuestion } from '../masters/consent-form.ts'
import { Kept, MessageRow } from './messages.ts'
import { LinkOpening } from './sharing.ts'
import { ConsentRow } from './visit-records.ts'

/** The link's secret: 256 random bits, in the spec's field appt_id (docs/visits.md#consent). */
export const ConsentToken = z.string().check(z.regex(/^[\w-]{43}$/, 'must be the link of a consent'))

const Point = z.strictObject({
  x: z.number(),
  y: z.number(),
  pressure: z.optional(z.number()),
  time: z.optional(z.number()),
})
/** Strokes from signature_pad: points with pressure and time. */
export const Strokes = z
  .array(z.object({ points: z.array(Point).check(z.maxLength(5_000)) }))
  .check(z.maxLength(500))

/** The answers of docs/wire.md#names-and-values; both sides check `*` questions, signature and domain/consent rules. */
const Answers = {
  fasting: z.enum(['', ...FASTING_ANSWERS]),
  height: text(10),
  weight: text(10),
  lmp_type: z.enum(['', ...LMP_TYPES]),
  lmp_date: z.nullable(Day),
  ques_ans: z.record(EntityId, z.union([text(TEXT_ANSWER_MAX), z.array(text(500)).check(z.maxLength(100))])),
  sign_by: z.enum(['', ...CONSENT_SIGNERS]),
  signer_name: z.optional(text(SIGNER_NAME_MAX)),
  language: z.enum(CONSENT_LANGUAGES),
  /** The form version that was read (domain/consent/form-content.ts); absent: the current one. */
  form_sha256: z.optional(z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be the hash of a form'))),
} as const

/** The answers as they are returned; options are given by their English words. */
export const SavedConsent = z.object({
  id: EntityId,
  fasting: Answers.fasting,
  height: z.string(),
  weight: z.string(),
  lmp_type: Answers.lmp_type,
  lmp_date: z.nullable(Day),
  ques_ans: z.record(z.string(), z.union([z.string(), z.array(z.string())])),
  sign_by: Answers.sign_by,
  signer_name: z.string(),
  language: z.enum(CONSENT_LANGUAGES),
  signed_on: Instant,
})
export type SavedConsent = z.output<typeof SavedConsent>

/** The contents of the page: form, patient, saved answers (docs/visits.md#consent). */
export const ConsentDetail = z.object({
  form: z.object({
    id: EntityId,
    name: z.string(),
    name_slang: z.string(),
    questions: z.array(ConsentQuestion),
    sha256: z.string(),
    has_slang: z.boolean(),
  }),
  patient: z.object({
    name: z.string(),
    /** National id or passport; the patient's own link shows it. */
    passport: needs('identity', z.string()),
    gender: z.string(),
    mobile: z.string(),
    dob: z.nullable(Day),
  }),
  centre: z.object({
    name: z.string(),
    branch: z.string(),
    /** IANA name of the branch's zone; absent in older copies. */
    time_zone: z.optional(z.string()),
    /** An id of domain/masters/countries.ts; absent in older copies. */
    country_id: z.optional(z.int()),
    visit_no: z.string(),
    start_dt: Instant,
  }),
  /** The language the form opens in: the patient's own, else that of the branch; absent if neither has one. */
  language: z.optional(z.enum(LANGUAGES)),
  /** The last consent of this form at this visit that was not withdrawn; then no new signature is required. */
  saved: z.nullable(SavedConsent),
})
export type ConsentDetail = z.output<typeof ConsentDetail>

/** A consent with all its evidence. */
export const ConsentEvidence = z.object({
  consent: ConsentRow,
  /** `saved` is null: the answers are in `answers`. */
  detail: ConsentDetail,
  answers: SavedConsent,
  strokes: Strokes,
  /** Hash of the whole record (domain/consent/evidence-text.ts), and whether the record still matches it. */
  sha256: z.string(),
  is_intact: Flag,
  /** The staff member signed in on the device; empty for a patient's own phone. */
  taken_by: z.string(),
  withdrawn: z.nullable(z.object({ on: Instant, by: z.string(), reason: z.string() })),
})
export type ConsentEvidence = z.output<typeof ConsentEvidence>

const SignInput = {
  ...Answers,
  id: EntityId,
  consent_form_id: EntityId,
  /** Empty if an earlier consent of the form is in force. */
  strokes: Strokes,
  /** By the clock of the device on which it was signed. */
  signed_on: Instant,
} as const

/** A message with a link to a visit's forms for its patient, and its state. */
const SentConsentLink = z.pick(MessageRow, {
  id: true,
  channel: true,
  sent_to: true,
  state: true,
  attempts: true,
  last_error: true,
  created: true,
  created_by: true,
})
export type SentConsentLink = z.output<typeof SentConsentLink>

const desk = { module: 'consent_forms', access: 'appointments', base: 'php' } as const

/** Consents of a visit at the desk (docs/visits.md#consent). */
export const consentCalls = {
  formsOfVisit: defineCall({
    ...desk,
    key: 'appt/consentForms',
    method: 'GET',
    path: 'appt/consentForms',
    offline: { kind: 'never' },
    input: z.strictObject({ appt_id: EntityId, status: z.optional(z.enum(['0', '1'])) }),
    /**
     * One tab per form (docs/wire.md#names-and-values). Only consent/makeLink returns the secret of a link:
     * here `url` and `qr_code_img_url` are empty, and `expires` says until when the current link is valid.
     */
    output: resultOf(
      z.array(
        z.object({
          id: EntityId,
          name: z.string(),
          url: z.string(),
          qr_code_img_url: z.string(),
          expires: z.nullable(Instant),
          opened: z.int(),
          /** Newest first, ten at most. */
          opened_from: z.array(LinkOpening),
          consents: z.array(ConsentRow),
        }),
      ),
    ),
  }),
  makeLink: defineCall({
    ...desk,
    key: 'consent/makeLink',
    method: 'POST',
    path: 'consent/makeLink',
    offline: { kind: 'never' },
    /**
     * Makes a new link, and revokes the earlier one of the form and visit. If the server does not know its public
     * address, `url` is a relative path and the page draws the code itself.
     */
    input: z.strictObject({ appt_id: EntityId, consent_form_id: EntityId }),
    output: resultOf(
      z.object({
        url: z.string(),
        qr_code_img_url: z.string(),
        expires: Instant,
        /** For the patient's own number, for sending the link; empty if unknown. */
        phone_code: z.string(),
        /** The language of the message that brings the link. */
        language: z.optional(z.enum(LANGUAGES)),
      }),
    ),
  }),
  revokeLink: defineCall({
    ...desk,
    key: 'consent/revokeLink',
    method: 'POST',
    path: 'consent/revokeLink',
    offline: { kind: 'never' },
    input: z.strictObject({ appt_id: EntityId, consent_form_id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
  share: defineCall({
    ...desk,
    key: 'consent/share',
    method: 'POST',
    path: 'consent/share',
    offline: { kind: 'never' },
    input: z.strictObject({
      appt_id: EntityId,
      consent_form_id: EntityId,
      share_via: z.enum(['W', 'E']),
      share_to: text(254),
      phonecode: z.optional(text(6)),
      /** The link as returned by consent/makeLink, with the public address. */
      url: text(2_000),
    }),
    output: Kept,
  }),
  sentLinks: defineCall({
    ...desk,
    key: 'consent/sentLinks',
    method: 'GET',
    path: 'consent/sentLinks/{appt_id}',
    offline: { kind: 'never' },
    /** Messages to the visit's patient since its first link was made, newest first. */
    input: z.strictObject({ appt_id: EntityId }),
    output: resultOf(z.array(SentConsentLink)),
  }),
  /** On the centre's tablet, inside the staff vault (docs/sync.md#consent-without-a-staff-session). */
  sign: defineCall({
    ...desk,
    key: 'consent/sign',
    method: 'POST',
    path: 'consent/sign',
    offline: {
      kind: 'queue',
      version: 1,
      aggregate: ({ id }) => ({ type: 'consent', id }),
      keepForEver: () => true,
    },
    input: z.strictObject({ ...SignInput, appt_id: EntityId, via: z.enum(['Kiosk', 'Desk']) }),
    output: z.object({ message: z.string(), result: z.object({ consent: ConsentRow }) }),
  }),
  withdraw: defineCall({
    ...desk,
    key: 'consent/withdraw',
    method: 'POST',
    path: 'consent/withdraw',
    offline: { kind: 'never' },
    /** A record of its own that names the consent. */
    input: z.strictObject({ id: EntityId, consent_id: EntityId, reason: requiredText(500) }),
    output: z.object({ message: z.string(), result: z.object({ consent: ConsentRow }) }),
  }),
  evidence: defineCall({
    ...desk,
    access: 'session',
    key: 'consent/evidence',
    method: 'GET',
    path: 'consent/evidence/{id}',
    offline: { kind: 'never' },
    input: z.strictObject({ id: EntityId }),
    /** All data of the PDF: strokes, form and patient as they were, language, both clocks. */
    output: resultOf(ConsentEvidence),
  }),
} as const

const open = { base: 'api', method: 'POST', access: 'public', offline: { kind: 'never' } } as const

/** The public page (docs/wire.md#paths-and-bases): `id` is the form's, `appt_id` contains the link's secret. */
export const publicConsentCalls = {
  detail: defineCall({
    ...open,
    key: 'public/consentFormDetail',
    path: 'public/consentFormDetail',
    /** The link as in the spec, to be exchanged for a browser session; or the door of such a session. */
    input: z
      .strictObject({
        id: z.optional(EntityId),
        appt_id: z.optional(ConsentToken),
        door: z.optional(EntityId),
      })
      .check(
        z.refine(
          ({ id, appt_id, door }) =>
            (door === undefined) === (id !== undefined) && (id === undefined) === (appt_id === undefined),
          'name the link or the door',
        ),
      ),
    output: resultOf(z.extend(ConsentDetail, { door: EntityId })),
  }),
  save: defineCall({
    ...open,
    key: 'public/savePatientConsent',
    path: 'public/savePatientConsent',
    input: z.strictObject({
      ...SignInput,
      /** Required if no door is named. */
      appt_id: z.optional(ConsentToken),
      door: z.optional(EntityId),
      /** The spec's field for a picture, always null: here the strokes are the signature. */
      sig_file_id: z.optional(z.null()),
    }),
    output: z.object({ message: z.string() }),
  }),
} as const
