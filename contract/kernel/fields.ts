import * as z from 'zod/mini'
import { findDay } from '#domain/time/zones.ts'

const UUID = '[0-9a-f]{8}-[0-9a-f]{4}-[1-8][0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}'

/** UUID text: the id of a record, minted by its creator and final (docs/sync.md#identity). */
export const EntityId = z.string().check(z.regex(new RegExp(`^${UUID}$`), 'must be an id'))

const CLOCK = String.raw`([01]\d|2[0-3]):[0-5]\d`
const INSTANT = new RegExp(String.raw`^\d{4}-\d\d-\d\dT${CLOCK}(:[0-5]\d(\.\d+)?)?(Z|[+-]${CLOCK})$`)

/** An instant on the wire: ISO 8601 with offset (docs/wire.md), on a valid calendar day. */
export const Instant = z
  .string()
  .check(
    z.refine(
      (value) => INSTANT.test(value) && isCalendarDay(value.slice(0, 10)),
      'must be a time with offset',
    ),
  )

/** The time that a device's clock gives for an act. A wrong clock never refuses work (docs/decisions/267): only the format is checked. */
export const ClockWord = z
  .string()
  .check(
    z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d)$/, 'must be a time with offset'),
  )

/** A calendar day on the wire: YYYY-MM-DD. */
export const Day = z
  .string()
  .check(z.regex(/^\d{4}-\d\d-\d\d$/, 'must be a date'), z.refine(isCalendarDay, 'must be a date'))

/** 0 or 1, as the wire spells flags. */
export const Flag = z.union([z.literal(0), z.literal(1)])

/** Text of at most `max` characters. */
export const text = (max: number) => z.string().check(z.maxLength(max))

/** Text that must not be blank, at most `max` characters. */
export const requiredText = (max: number) => z.string().check(z.minLength(1, 'is required'), z.maxLength(max))

/** A comma-separated list of ids, or an empty string for none, as the study list's filters send it. */
export const IdList = z
  .string()
  .check(z.regex(new RegExp(`^$|^${UUID}(,${UUID})*$`), 'must be a comma list of ids'))

// JavaScript reads 30 February as 2 March, so the field refuses it by name. The last year is excluded because a range
// ends at the start of the next day.
function isCalendarDay(day: string): boolean {
  return findDay(day) !== undefined && day < '9999'
}
