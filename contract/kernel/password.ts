import * as z from 'zod/mini'
import { PASSWORD_MAX, refusePassword, stripWhitespace } from '#domain/access/password-rule.ts'

const stripped = z.transform((value: unknown) => (typeof value === 'string' ? stripWhitespace(value) : value))

/** A password as somebody signs in with it: without its whitespace, and otherwise as it is. */
export const PresentPassword = z.pipe(
  stripped,
  z.string().check(z.minLength(1, 'is required'), z.maxLength(PASSWORD_MAX)),
)

/** A password to be set (spec 1 section 5): the refusal says what it lacks. Arrives without its whitespace. */
export const NewPassword = z.pipe(
  stripped,
  z.string().check(
    z.maxLength(PASSWORD_MAX),
    z.check(({ value, issues }) => {
      const message = refusePassword(value)
      if (message !== undefined) issues.push({ code: 'custom', message, input: value })
    }),
  ),
)
