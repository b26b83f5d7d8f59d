import type { Database } from '#server/kernel/database/open-database.ts'

/** Thrown to end a transaction whose effect is not to stay. */
class RolledBack extends Error {}

/** A database whose transactions can be rolled back for a test. */
export interface DryDatabase {
  database: Database
  /** While true, every transaction runs to its end and is rolled back: each call finds the same rows. */
  isDry: boolean
}

/** Wraps a database, so that a test can try each call as each person without changing the rows for the next one. */
export function dryDatabaseOf(real: Database): DryDatabase {
  const dry: DryDatabase = { isDry: false, database: real }
  const rolledBack = async <T>(open: (run: (inside: () => Promise<T>) => Promise<T>) => Promise<unknown>) => {
    let value: { of: T } | undefined
    try {
      await open(async (inside) => {
        value = { of: await inside() }
        throw new RolledBack()
      })
    } catch (error) {
      if (!(error instanceof RolledBack) || value === undefined) throw error
    }
    return (value as { of: T }).of
  }
  dry.database = {
    ...real,
    tenant: (clientId, run, { snapshot, ...options } = {}) =>
      dry.isDry
        ? rolledBack((end) =>
            real.tenant(clientId, (tx) => end(() => run(tx)), snapshot === undefined ? {} : { snapshot }),
          )
        : real.tenant(clientId, run, snapshot === undefined ? options : { ...options, snapshot }),
    entry: (run) =>
      dry.isDry ? rolledBack((end) => real.entry((tx) => end(() => run(tx)))) : real.entry(run),
  }
  return dry
}
