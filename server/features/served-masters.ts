import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { MASTERS } from '#contract/masters/masters.ts'
import { hooked, type MountedMaster } from '#server/masters/hooks.ts'
import { MASTERS_WITH_HOOKS } from './master-hooks.ts'

/**
 * Masters that are not stored as one row in one table, and have their own handlers (serve-masters.ts) and copy reader
 * (master-copies.ts).
 */
export const MASTERS_WITH_HANDLERS: readonly MasterKey[] = ['role', 'user', 'aiCompany', 'client', 'licence']

/** Every master that the engine serves from its table, with its hooks. */
export const SERVED_MASTERS: readonly MountedMaster[] = (MASTERS as unknown as readonly AnyMaster[])
  .filter(({ key }) => !MASTERS_WITH_HANDLERS.includes(key))
  .map((master) => MASTERS_WITH_HOOKS.find((one) => one.master.key === master.key) ?? hooked(master))
