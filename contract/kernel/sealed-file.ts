import * as z from 'zod/mini'
import { EntityId, Instant } from './fields.ts'

/**
 * Sealed commands as a file: what a device exports and another device or the server takes in. The items are read one by
 * one (SealedCommand), so that a damaged one holds up no other; who may read the file learns no input.
 */
export const SealedFile = z.strictObject({
  format: z.literal('readroom-sealed'),
  version: z.literal(1),
  /** The device whose key signed the items. */
  device_id: EntityId,
  exported_at: Instant,
  items: z.array(z.unknown()),
})
export type SealedFile = z.output<typeof SealedFile>
