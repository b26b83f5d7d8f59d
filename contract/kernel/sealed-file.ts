import * as z from 'zod/mini'
import { EntityId, Instant } from './fields.ts'

/**
 * Sealed commands as a file, for export from a device and import by another device or the server. The items are parsed
 * one by one (SealedCommand), so that a damaged one does not block others; readers of the file cannot see any input.
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
