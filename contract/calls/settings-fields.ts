import * as z from 'zod/mini'
import { text } from '../kernel/fields.ts'

/** Of every call of the settings: a setting is decided once for all desks, so none of them waits in a queue. */
export const common = { access: 'session', offline: { kind: 'never' } } as const

export const Email = z.string().check(z.email('must be an e-mail address'), z.maxLength(254))
export const WebUrl = z.string().check(
  z.maxLength(1000),
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
    'must be a web address',
  ),
)
/** Written, never read: absent leaves it as it is, empty takes it away. */
export const Secret = z.optional(text(500))
/** The revision that a change was made on. */
export const Rev = z.optional(z.int())

/** A name or number as other systems give them: letters, digits, dots, dashes and underscores. */
export const OtherId = z
  .string()
  .check(z.regex(/^[\w.-]{0,100}$/, 'holds letters, digits, dots, dashes and underscores'))
