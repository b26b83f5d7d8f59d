import * as z from 'zod/mini'
import { PASSWORD_MAX, refusePassword } from '#domain/access/password-rule.ts'

/** A password for signing in, exactly as typed. */
export const PresentPassword = z.string().check(z.minLength(1, 'is required'), z.maxLength(PASSWORD_MAX))

/** A new password, exactly as typed, spaces included: the refusal names the rule that it breaks. */
export const NewPassword = z.string().check(
  z.maxLength(PASSWORD_MAX),
  z.check(({ value, issues }) => {
    const message = refusePassword(value)
    if (message !== undefined) issues.push({ code: 'custom', message, input: value })
  }),
)
