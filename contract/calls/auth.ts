import * as z from 'zod/mini'
import { MAIN_MODULES } from '#domain/access/main-modules.ts'
import { PERMISSIONS } from '#domain/access/permissions.ts'
import { PACS_USED, USER_TYPES } from '#domain/access/session.ts'
import { LANGUAGES } from '#domain/language/languages.ts'
import { TOUCH_RULES } from '#domain/report/touch-rule.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import type { CreationOptions, RequestOptions } from '../kernel/passkey.ts'

// Made by the server and passed to the browser unchanged, so the sign-in page need not load their schemas.
const given = <Options>() => z.looseObject({}) as unknown as z.ZodMiniType<Options, Options>

/** The session fields of docs/wire.md#names-and-values on the wire; mirrors SessionFields of domain/access. */
export const SessionShape = z.object({
  token: z.string(),
  session_id: z.string(),
  user_id: EntityId,
  client_id: EntityId,
  name: z.string(),
  modules: z.array(z.enum(PERMISSIONS)),
  main_modules: z.array(z.enum(MAIN_MODULES)),
  user_type: z.enum(USER_TYPES),
  country_id: z.int(),
  phone_code: z.string(),
  is_client_admin: Flag,
  can_create_branch: Flag,
  is_patient: Flag,
  is_clinic_doctor: Flag,
  is_doctor: Flag,
  can_sign: Flag,
  is_ref_doctor: Flag,
  ref_doctor_type: z.enum(['', 'Doctor', 'Hospital']),
  is_admin: Flag,
  branch_ids: z.string(),
  img_url: z.string(),
  locale: z.string(),
  currency: z.string(),
  no_of_decimal: z.int(),
  archive_date_range: z.string(),
  view_image_only: Flag,
  report_edit_type: z.enum(['Addendum', 'UpdateContent']),
  study_download: Flag,
  extended_csv: Flag,
  pacs_used: z.enum(PACS_USED),
  use_ssn_passport_as_pat_id: Flag,
  touch_signing: z.optional(z.enum(TOUCH_RULES)),
  peer_learning: z.optional(Flag),
  language: z.optional(z.enum(LANGUAGES)),
  time_zone: z.optional(z.string()),
  branch_zones: z.optional(given<Record<string, string>>()),
})

/** Either a session, or the request for a one-time code or a passkey. */
export const SignInAnswer = z.object({
  otp_required: z.optional(z.enum(['Y', 'N'])),
  /** Identifies the half-done sign-in for loginWithOtp; only with otp_required Y. */
  otp_token: z.optional(z.string()),
  /** The masked address that the code was sent to. */
  otp_sent_to: z.optional(z.string()),
  /** Y: a passkey is required next; R: one must be registered first. */
  passkey_required: z.optional(z.enum(['Y', 'R'])),
  /** Identifies the half-done sign-in for a recovery code, or for a code that is sent instead. */
  passkey_token: z.optional(z.string()),
  /** With Y; absent if none of the person's passkeys works at this address. */
  passkey_options: z.optional(given<RequestOptions>()),
  /** With R. */
  passkey_creation: z.optional(given<CreationOptions>()),
  /** With Y: a one-time code may be requested instead. */
  code_instead: z.optional(Flag),
  /** If the session began with a passkey alone: the name, and a token to register the device's key once. */
  username: z.optional(z.string()),
  device_proof: z.optional(z.string()),
  /** If the session began with a first passkey: returned only this once. */
  recovery_codes: z.optional(z.array(z.string())),
  token: z.optional(z.string()),
  result: z.optional(SessionShape),
  message: z.optional(z.string()),
})

const never = { kind: 'never' } as const

export const authCalls = {
  login: defineCall({
    key: 'auth/login',
    base: 'api',
    method: 'POST',
    path: 'auth/login',
    access: 'public',
    offline: never,
    input: z.strictObject({
      username: requiredText(200),
      password: requiredText(200),
      /** The text in the picture; may be absent if an administrator relaxed the rule. */
      captcha: z.optional(text(20)),
      captcha_id: z.optional(text(100)),
      /** This device's id, minted by the device and stored with its databases. */
      device_id: z.optional(EntityId),
    }),
    output: SignInAnswer,
  }),
  loginWithOtp: defineCall({
    key: 'auth/loginWithOtp',
    base: 'api',
    method: 'POST',
    path: 'auth/loginWithOtp',
    access: 'public',
    offline: never,
    input: z.strictObject({
      otp: z.string().check(z.regex(/^\d{6}$/, 'must be six digits')),
      otp_token: requiredText(200),
      device_id: z.optional(EntityId),
    }),
    output: SignInAnswer,
  }),
  resendOtp: defineCall({
    key: 'auth/resendOtp',
    base: 'api',
    method: 'POST',
    path: 'auth/resendOtp',
    access: 'public',
    offline: never,
    /** Identifies the half-done sign-in; the response has another token, and the previous code is void. */
    input: z.strictObject({ otp_token: requiredText(200) }),
    output: SignInAnswer,
  }),
  patAutoLogin: defineCall({
    key: 'auth/patAutoLogin',
    base: 'api',
    method: 'POST',
    path: 'auth/patAutoLogin',
    access: 'public',
    offline: never,
    /** `password` contains the random link secret, never a person's password (docs/people.md#tenants). */
    input: z.strictObject({ username: requiredText(200), password: requiredText(200) }),
    output: SignInAnswer,
  }),
  getLoginCaptcha: defineCall({
    key: 'public/getLoginCaptcha',
    base: 'api',
    method: 'GET',
    path: 'public/getLoginCaptcha',
    access: 'public',
    offline: never,
    input: z.strictObject({}),
    /**
     * `required` is false while an administrator's "after the first failure" rule applies. `demo` is true if this
     * installation has the demo data, whose passwords are public.
     */
    output: resultOf(
      z.object({
        captcha_id: z.string(),
        svg: z.string(),
        required: z.boolean(),
        demo: z.optional(z.boolean()),
      }),
    ),
  }),
  loggedUserDtl: defineCall({
    key: 'auth/loggedUserDtl',
    base: 'api',
    method: 'GET',
    path: 'auth/loggedUserDtl',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    /** Without the token: the server stores only its hash. */
    output: resultOf(z.omit(SessionShape, { token: true })),
  }),
  getModules: defineCall({
    key: 'auth/getModules',
    base: 'api',
    method: 'GET',
    path: 'auth/getModules',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(
      z.object({ modules: z.array(z.enum(PERMISSIONS)), main_modules: z.array(z.enum(MAIN_MODULES)) }),
    ),
  }),
  mainModules: defineCall({
    key: 'client/mainModules',
    base: 'api',
    method: 'GET',
    path: 'client/mainModules',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(z.array(z.enum(MAIN_MODULES))),
  }),
  logout: defineCall({
    key: 'auth/logout',
    base: 'api',
    method: 'POST',
    path: 'auth/logout',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: z.object({ message: z.string() }),
  }),
} as const
