import * as z from 'zod/mini'
import { EntityId, text } from '../kernel/fields.ts'
import type { MasterKey } from './keys.ts'

/**
 * A master record as it travels to devices. `record` is what the master's own list returns (defineMaster `record`),
 * already cut to it by the server; `id` is a role's uid and every other record's own id.
 */
export const MasterCopy = z.object({
  id: EntityId,
  rev: z.int(),
  /** A kind that the device's release does not know yet is kept and left alone: the server may be newer. */
  kind: text(40) as unknown as z.ZodMiniType<MasterKey, MasterKey>,
  record: z.record(z.string(), z.unknown()),
})
export type MasterCopy = z.output<typeof MasterCopy>
