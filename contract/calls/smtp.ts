import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { Flag, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { common, Email, Rev, Secret } from './settings-fields.ts'

/** The mail server of a client, without its password (docs/masters.md#settings). */
const smtp = {
  host: requiredText(253),
  user_name: requiredText(200),
  port: z
    .int('must be a port: 1 to 65535')
    .check(z.gte(1, 'must be a port: 1 to 65535'), z.lte(65_535, 'must be a port: 1 to 65535')),
  is_ssl: Flag,
  sender_name: requiredText(100),
  sender_email: Email,
  reply_to: Email,
} as const

export const SmtpDetail = z.object({
  rev: z.int(),
  host: z.string(),
  user_name: z.string(),
  port: z.int(),
  is_ssl: Flag,
  sender_name: z.string(),
  sender_email: z.string(),
  reply_to: z.string(),
  has_password: Flag,
})
export type SmtpDetail = z.output<typeof SmtpDetail>

/** The client's mail server. */
export const smtpCalls = {
  smtp: defineCall({
    ...common,
    key: 'master/smtpDtl',
    base: 'php',
    method: 'GET',
    path: 'master/smtpDtl',
    input: z.strictObject({}),
    output: resultOf(SmtpDetail),
  }),
  saveSmtp: defineCall({
    ...common,
    key: 'master/saveSmtp',
    base: 'php',
    method: 'POST',
    path: 'master/saveSmtp',
    input: z.strictObject({ rev: Rev, ...smtp, password: Secret }),
    output: resultOf(SmtpDetail),
  }),
} as const

/** Calls that contact the mail server while the person waits. */
export const settingsLiveCalls = {
  sendTestEmail: defineCall({
    ...common,
    key: 'master/sendTestEmail',
    base: 'php',
    method: 'POST',
    path: 'master/sendTestEmail',
    input: z.strictObject({ email: Email, subject: requiredText(200), body: requiredText(5000) }),
    output: z.object({ message: z.string() }),
  }),
} as const
