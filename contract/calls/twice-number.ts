import * as z from 'zod/mini'
import { Instant } from '../kernel/fields.ts'

/**
 * A number that is on two papers since a backup was restored (docs/decisions/275): `no` is on a paper of `printed`
 * whose record now has the number `now`, and it belongs to another record.
 */
export const TwiceNumber = z.object({ no: z.string(), now: z.string(), printed: Instant })
export type TwiceNumber = z.output<typeof TwiceNumber>
