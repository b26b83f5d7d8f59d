import * as z from 'zod/mini'
import { text } from '../kernel/fields.ts'

/** Shared by all settings calls: a setting is decided once for all desks, so none of them is queued. */
export const common = { access: 'session', offline: { kind: 'never' } } as const

export const Email = z.string().check(z.email('must be an e-mail address'), z.maxLength(254))
export const WebUrl = z.string().check(
  z.maxLength(1000),
  z.refine(
    (value) => value === '' || (/^https?:\/\//i.test(value) && URL.canParse(value)),
    'must be a web address',
  ),
)
/** Write-only: absent leaves it unchanged, empty deletes it. */
export const Secret = z.optional(text(500))
/** The revision on which a change is based. */
export const Rev = z.optional(z.int())

/** A name or number from other systems: letters, digits, dots, dashes and underscores. */
export const OtherId = z
  .string()
  .check(z.regex(/^[\w.-]{0,100}$/, 'holds letters, digits, dots, dashes and underscores'))
