import * as z from 'zod/mini'
import { EntityId, text } from '#contract/kernel/fields.ts'
import type { MasterKey } from './keys.ts'

/**
 * A master record as sent to devices. `record` has the fields of the master's own list (defineMaster `record`),
 * already filtered by the server; `id` is a role's uid and every other record's own id.
 */
export const MasterCopy = z.object({
  id: EntityId,
  rev: z.int(),
  /** A kind unknown to the device's release is stored but ignored: the server may be newer. */
  kind: text(40) as unknown as z.ZodMiniType<MasterKey, MasterKey>,
  record: z.record(z.string(), z.unknown()),
})
export type MasterCopy = z.output<typeof MasterCopy>
