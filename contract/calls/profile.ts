import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, requiredText, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { NewPassword, PresentPassword } from '../kernel/password.ts'

const never = { kind: 'never' } as const
const post = { base: 'php', method: 'POST', access: 'session', offline: never } as const

const Email = z
  .string()
  .check(z.maxLength(200), z.regex(/^$|^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'must be an e-mail address'))
const RequiredEmail = Email.check(z.minLength(1, 'is required'))
/** Mobile numbers have at most 10 characters (docs/masters.md#lists); those of a company may have codes and blanks. */
const Mobile = z
  .string()
  .check(
    z.minLength(1, 'is required'),
    z.regex(/^\d*$/, 'takes digits only'),
    z.maxLength(10, 'is at most 10 digits'),
  )
const Phone = z.string().check(z.regex(/^[\d+() -]{0,30}$/, 'must be a phone number'))
const WebAddress = z
  .string()
  .check(z.maxLength(500), z.regex(/^$|^https?:\/\/[^\s]+$/, 'must be a web address'))

/** A person's own data (docs/wire.md#names-and-values). */
const own = {
  fname: requiredText(60),
  lname: text(60),
  email: RequiredEmail,
  mobile: Mobile,
  image_file_id: z.nullable(EntityId),
}

/** The company of a client's administrators. */
const company = {
  company_name: requiredText(200),
  company_email: Email,
  company_email2: Email,
  company_phone: Phone,
  company_phone2: Phone,
  company_address: text(500),
  company_logo_file_id: z.nullable(EntityId),
  powered_logo_file_id: z.nullable(EntityId),
  api_host_url: WebAddress,
}

export const ProfileInput = z.strictObject(own)
export type ProfileInput = z.output<typeof ProfileInput>
export const CompanyInput = z.strictObject(company)
export type CompanyInput = z.output<typeof CompanyInput>

/** Values are returned as stored: an older one may break a rule that was added later. */
const shown = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.keys(fields).map((name) => [name, z.nullable(z.string())]))

const Company = z.object({
  ...(shown(company) as Record<keyof typeof company, z.ZodMiniNullable<z.ZodMiniString>>),
  company_img_url: z.string(),
  powered_img_url: z.string(),
})
export type CompanyDetail = z.output<typeof Company>

export const ProfileDetail = z.object({
  ...(shown(own) as Record<keyof typeof own, z.ZodMiniNullable<z.ZodMiniString>>),
  name: z.string(),
  img_url: z.string(),
  /** A doctor's licence, printed under prescriptions; it is changed in the master of doctors. */
  dr_licence_code: z.string(),
  rev: z.int(),
  /** Only for the administrators of a client. */
  company: z.nullable(Company),
})
export type ProfileDetail = z.output<typeof ProfileDetail>

const Saved = z.object({ message: z.string(), result: ProfileDetail })

export const profileCalls = {
  detail: defineCall({
    key: 'profileDetail',
    base: 'php',
    method: 'GET',
    path: 'profileDetail',
    access: 'session',
    offline: never,
    input: z.strictObject({}),
    output: resultOf(ProfileDetail),
  }),
  update: defineCall({
    ...post,
    key: 'updateProfile',
    path: 'updateProfile',
    input: ProfileInput,
    output: Saved,
  }),
  updateCompany: defineCall({
    ...post,
    key: 'updateCompanyDetail',
    path: 'updateCompanyDetail',
    input: CompanyInput,
    output: Saved,
  }),
} as const

/** Served separately: a try is counted before the password is checked, and stays counted if it is refused. */
export const passwordCalls = {
  changePassword: defineCall({
    ...post,
    key: 'changePassword',
    path: 'changePassword',
    input: z.strictObject({
      current_password: PresentPassword,
      new_password: NewPassword,
      confirm_password: PresentPassword,
    }),
    output: z.object({ message: z.string() }),
  }),
} as const
