import { type RawBuilder, sql } from 'kysely'

/**
 * A move of records from one patient to another; `only` limits it to these records and skips those that have another
 * patient by now.
 */
export interface RecordMove {
  from: string
  to: string
  only?: readonly string[] | undefined
}

/** The condition of `only`; true for every record without it. */
export const amongMoved = (ids: RecordMove['only']): RawBuilder<boolean> =>
  ids === undefined ? sql<boolean>`true` : sql<boolean>`id = any(${[...ids]}::uuid[])`
