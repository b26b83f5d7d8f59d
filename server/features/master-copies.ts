import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { type CopyReader, copiesOf } from '#server/masters/copies.ts'
import { createMasterSource } from '#server/masters/sync-source.ts'
import { roleCopies, userCopies } from './people/copies.ts'
import { SERVED_MASTERS } from './served-masters.ts'

/**
 * How copies of masters are read that the engine does not serve: `none` where no device holds any. Every master that
 * brings its own handlers (served-masters.ts) has its line here.
 */
const SPECIAL_COPIES: Partial<Record<MasterKey, CopyReader | 'none'>> = {
  role: roleCopies,
  user: userCopies,
  aiCompany: 'none',
  client: 'none',
  licence: 'none',
}

/** A reader for each declared master, from its declaration or its own. */
export const masterCopies: readonly CopyReader[] = [
  ...SERVED_MASTERS.filter(({ master }) => master.scope !== 'none').map(copiesOf),
  ...Object.values(SPECIAL_COPIES).filter((reader) => reader !== 'none'),
]

export const masterSource = createMasterSource(masterCopies)
