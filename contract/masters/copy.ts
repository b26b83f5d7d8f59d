import * as z from 'zod/mini'
import { EntityId } from '../kernel/fields.ts'
import { MASTER_KEYS } from './keys.ts'

/**
 * A master record as it travels to devices. `record` is what the master's own list answers (defineMaster `record`),
 * already cut to it by the server; `id` is a role's uid and every other record's own id.
 */
export const MasterCopy = z.object({
  id: EntityId,
  rev: z.int(),
  kind: z.enum(MASTER_KEYS),
  record: z.record(z.string(), z.unknown()),
})
export type MasterCopy = z.output<typeof MasterCopy>
