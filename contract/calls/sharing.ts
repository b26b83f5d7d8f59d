import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { SHARE_CHANNELS } from '#domain/message/channels.ts'
import { EXPIRY_TYPES, expiryProblem } from '#domain/sharing/expiry.ts'
import { PROOF_KINDS } from '#domain/sharing/proof.ts'
import { REPORT_STATUSES } from '#domain/status/report-status.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, requiredText, text } from '../kernel/fields.ts'
import { SHARE_MODULES } from '../kernel/modules.ts'
import { resultOf } from '../kernel/paging.ts'
import { FiledReport } from './filed-report.ts'
import { Kept, MESSAGE_TEXT_MAX, messageAbout } from './messages.ts'

const never = { kind: 'never' } as const

/** When a link was opened, and its coarse origin. */
export const LinkOpening = z.object({ at: Instant, place: z.string() })
export type LinkOpening = z.output<typeof LinkOpening>

/** A link made for a study, without its secret, which only its receiver holds. */
export const ShareLinkRow = z.object({
  id: EntityId,
  channel: z.enum([...SHARE_CHANNELS, 'Q']),
  with_report: Flag,
  created: Instant,
  created_by: z.string(),
  expires: z.nullable(Instant),
  revoked: z.nullable(Instant),
  openings: z.int(),
  last_opened: z.nullable(Instant),
  /** Newest first, ten at most. */
  opened_from: z.array(LinkOpening),
})
export type ShareLinkRow = z.output<typeof ShareLinkRow>

const SHARE_TEXTS = {
  pat_viewer_share_content: z.string(),
  pat_viewer_share_content_with_report: z.string(),
  pat_login_share_content: z.string(),
  pat_print_login_share_content: z.string(),
} as const

/** The share texts for a patient who is not addressed in English: the client's own, else those of that language. */
export const TextsOfLanguage = z.object({ language: z.enum(LANGUAGES), ...SHARE_TEXTS })
export type TextsOfLanguage = z.output<typeof TextsOfLanguage>

/** Share texts and channels of the caller's client, for the share dialogs. */
const ShareSettings = z.object({
  ...SHARE_TEXTS,
  /** 1 if results wait for the payment (docs/studies.md). */
  results_wait_for_payment: Flag,
  /** Whether a mail server and the two gateways are set up. */
  has_email: Flag,
  has_sms: Flag,
  has_whatsapp: Flag,
})
export type ShareSettings = z.output<typeof ShareSettings>

/** Contact data from the patient's record; empty if missing. */
const ShareRecipient = z.object({
  email: z.string(),
  mobile: z.string(),
  /** For the patient's own number; empty if unknown. */
  phone_code: z.string(),
  /** Absent for a patient who is addressed in English. */
  texts: z.optional(TextsOfLanguage),
})
export type ShareRecipient = z.output<typeof ShareRecipient>

const Email = z.string().check(z.email('This is not an e-mail address'), z.maxLength(254))
const MailContent = requiredText(MESSAGE_TEXT_MAX)

/** The study to share; other fields of its row are ignored. */
const SharedStudyDetail = z.object({ study_id: EntityId })

export const sharingCalls = {
  generateViewerShareUrl: defineCall({
    key: 'generateViewerShareUrl',
    module: SHARE_MODULES,
    base: 'php',
    method: 'POST',
    path: 'generateViewerShareUrl',
    access: 'share_study',
    offline: never,
    input: z
      .strictObject({
        share_via: z.enum(SHARE_CHANNELS),
        share_to: text(254),
        phonecode: text(6),
        is_expiry: Flag,
        expiry_type: z._default(z.enum(EXPIRY_TYPES), 'Minutes'),
        expiry: z._default(z.number(), 0),
        dtl: SharedStudyDetail,
        /** A viewer address of the study, as in the sender's list; checked, but the link opens the study's own one. */
        viewer_url: z._default(text(2_000), ''),
      })
      .check((ctx) => {
        const problem = expiryProblem(ctx.value)
        if (problem !== undefined)
          ctx.issues.push({ code: 'custom', input: ctx.value, path: ['expiry'], message: problem })
      }),
    /** `link` is a relative path if the server does not know its public address. */
    output: z.object({
      message: z.string(),
      result: z.object({ id: EntityId, link: z.string(), expires: Instant, with_report: Flag }),
    }),
  }),
  settings: defineCall({
    key: 'share/settings',
    /** Includes the portal: its access can be shown and printed with the client's text without any channel. */
    module: [...SHARE_MODULES, 'patient_portal'],
    base: 'php',
    method: 'GET',
    path: 'share/settings',
    access: 'share_study',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(ShareSettings),
  }),
  recipient: defineCall({
    key: 'share/recipient',
    module: SHARE_MODULES,
    base: 'php',
    method: 'GET',
    path: 'share/recipient/{study_id}',
    access: 'share_study',
    offline: never,
    /** All empty while the study is not linked to one of our patients. */
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(ShareRecipient),
  }),
  links: defineCall({
    key: 'share/links',
    base: 'php',
    method: 'GET',
    path: 'share/links/{study_id}',
    access: 'share_study',
    offline: never,
    /** Newest first. */
    input: z.strictObject({ study_id: EntityId }),
    output: resultOf(z.array(ShareLinkRow)),
  }),
  revoke: defineCall({
    key: 'share/revoke',
    base: 'php',
    method: 'POST',
    path: 'share/revoke',
    access: 'share_study',
    offline: never,
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string() }),
  }),
  shareStudyByEmail: defineCall({
    key: 'studies/shareStudyWithPatientEmail',
    module: 'email_share',
    base: 'php',
    method: 'POST',
    path: 'studies/shareStudyWithPatientEmail',
    access: 'share_study',
    offline: never,
    input: z.strictObject({ email: Email, content: MailContent, study_id: messageAbout.study_id }),
    output: Kept,
  }),
  shareLoginByEmail: defineCall({
    key: 'studies/shareLoginDetailWithPatientEmail',
    module: 'email_share',
    base: 'php',
    method: 'POST',
    path: 'studies/shareLoginDetailWithPatientEmail',
    access: 'share_study',
    offline: never,
    input: z.strictObject({ email: Email, content: MailContent, study_id: messageAbout.study_id }),
    output: Kept,
  }),
} as const

const Secret = requiredText(100)
/** The date of birth (YYYY-MM-DD), or the patient's number if no date is known. */
const Answer = text(64)

/** Shown to the holder of the link after the correct response. */
const SharedStudy = z.object({
  centre: z.string(),
  pat_name: z.string(),
  pat_id: z.string(),
  pat_sex: z.string(),
  pat_age: z.string(),
  study_desc: z.string(),
  modality: z.string(),
  study_datetime: z.nullable(Instant),
  branch: z.string(),
  /** IANA name of the branch's zone; empty if the study has no branch. */
  time_zone: z.optional(z.string()),
  status: z.enum(REPORT_STATUSES),
  /** Empty if the centre has no viewer for it. */
  viewer_url: z.string(),
  /** 1 if the link includes the report and it is filed. */
  has_report: Flag,
  expires: z.nullable(Instant),
})
export type SharedStudy = z.output<typeof SharedStudy>

/**
 * Calls of the public page. `look` exchanges the secret of a link for a browser session, in a cookie that
 * scripts cannot read; the others need that session (docs/decisions/263).
 */
export const sharedStudyCalls = {
  look: defineCall({
    key: 'public/sharedStudy',
    base: 'api',
    method: 'POST',
    path: 'public/sharedStudy',
    access: 'public',
    offline: never,
    /** The secret of a link, to be exchanged for a browser session; or the door of an existing session. */
    input: z
      .strictObject({ secret: z.optional(Secret), door: z.optional(EntityId) })
      .check(
        z.refine(({ secret, door }) => (secret === undefined) !== (door === undefined), 'name one of them'),
      ),
    /** No patient data: whose link it is, the required proof, and whether this session has given it. */
    output: resultOf(
      z.object({
        centre: z.string(),
        /** Country of the centre (an id of domain/masters/countries.ts), if set: calendars show its weekend. */
        country_id: z.optional(z.int()),
        /** The patient's own, else that of the branch; absent if neither has one. */
        language: z.optional(z.enum(LANGUAGES)),
        asks: z.enum(PROOF_KINDS),
        door: EntityId,
        is_proven: Flag,
      }),
    ),
  }),
  open: defineCall({
    key: 'public/openSharedStudy',
    base: 'api',
    method: 'POST',
    path: 'public/openSharedStudy',
    access: 'public',
    offline: never,
    /** The response is needed once per session. */
    input: z.strictObject({ door: EntityId, answer: z._default(Answer, '') }),
    output: resultOf(SharedStudy),
  }),
  report: defineCall({
    key: 'public/sharedReport',
    base: 'api',
    method: 'POST',
    path: 'public/sharedReport',
    access: 'public',
    offline: never,
    input: z.strictObject({ door: EntityId }),
    output: resultOf(FiledReport),
  }),
} as const
