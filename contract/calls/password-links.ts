import * as z from 'zod/mini'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, requiredText } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { NewPassword, PresentPassword } from '../kernel/password.ts'

const never = { kind: 'never' } as const

/** How long a link to set a password works. */
export const PASSWORD_LINK_HOURS = 72

const PasswordLink = z.object({
  /** The address of the e-mail; empty if the link is shown instead. */
  sent_to: z.string(),
  /** The link, returned only this once; empty if it was sent by e-mail. */
  url: z.string(),
  expires: z.string(),
})
export type PasswordLink = z.output<typeof PasswordLink>

/** Makes a link by which a person sets their own password; earlier links become invalid. */
export const passwordLinkCalls = {
  make: defineCall({
    key: 'user/passwordLink',
    base: 'php',
    method: 'POST',
    path: 'user/passwordLink',
    access: 'session',
    offline: never,
    input: z.strictObject({
      id: EntityId,
      /** An administrator wants the link on paper although the person has an e-mail address. */
      is_shown: z.optional(Flag),
    }),
    output: z.object({ message: z.string(), result: PasswordLink }),
  }),
} as const

/** The same for the administrator of a client, made by the platform, which never sets passwords either. */
export const adminLinkCalls = {
  make: defineCall({
    key: 'client/passwordLink',
    base: 'api',
    method: 'POST',
    path: 'client/passwordLink',
    access: 'manage_clients',
    offline: never,
    /** The client's id. */
    input: z.strictObject({ id: EntityId }),
    output: z.object({ message: z.string(), result: PasswordLink }),
  }),
} as const

const Secret = requiredText(100)

/** For the holder of such a link: no session, and the secret in the body. */
export const ownPasswordCalls = {
  open: defineCall({
    key: 'auth/passwordLink',
    base: 'api',
    method: 'POST',
    path: 'auth/passwordLink',
    access: 'public',
    offline: never,
    input: z.strictObject({ secret: Secret }),
    output: resultOf(z.object({ username: z.string(), name: z.string(), expires: z.string() })),
  }),
  set: defineCall({
    key: 'auth/setPassword',
    base: 'api',
    method: 'POST',
    path: 'auth/setPassword',
    access: 'public',
    offline: never,
    input: z.strictObject({ secret: Secret, new_password: NewPassword, confirm_password: PresentPassword }),
    output: z.object({ message: z.string() }),
  }),
} as const
