import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import type { PoolClient, QueryResult as StatementResult } from 'pg'
import { isPlanOutdated } from './errors.ts'
import { findStatementName } from './statement-names.ts'

/** Statements at the start and end of a transaction: each is ONE message to the server (docs/screens.md#stack). */
export interface TransactionWords {
  begin: string
  /** Called at commit; may add statements that must be the last of the transaction. */
  commit: () => string
  /** Called after the commit with the rows that each of those last statements returned. */
  committed?: (rows: unknown[][]) => void
  /** Recurring statements are planned once per connection (statement-names.ts). */
  prepares?: boolean
}

/** PostgreSQL answers COMMIT with ROLLBACK if a statement failed and its error was swallowed: nothing was saved. */
export class RolledBackError extends Error {
  constructor() {
    super('the transaction was rolled back')
    this.name = 'RolledBackError'
  }
}

class BoundConnection implements DatabaseConnection {
  readonly client: PoolClient
  /** True if a cached plan is outdated: the next connection plans again. */
  isOutdated = false
  readonly #prepares: boolean
  constructor(client: PoolClient, prepares: boolean) {
    this.client = client
    this.#prepares = prepares
  }
  async executeQuery<R>({ sql: text, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const name = this.#prepares ? findStatementName(text) : undefined
    const answer = await this.client
      .query({ name, text, values: [...parameters] })
      .catch((error: unknown) => {
        this.isOutdated ||= name !== undefined && isPlanOutdated(error)
        throw error
      })
    return { rows: answer.rows as R[], numAffectedRows: BigInt(answer.rowCount ?? 0) }
  }
  // oxlint-disable-next-line require-yield -- kysely asks for the method; no call of ours streams from SQL
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('streaming is not offered inside a tenant transaction')
  }
}

/** Uses one checked-out client, with our own statements at begin and commit. */
export class BoundDriver implements Driver {
  #isBroken = false
  readonly #connection: BoundConnection
  readonly #words: TransactionWords

  constructor(client: PoolClient, words: TransactionWords) {
    this.#connection = new BoundConnection(client, words.prepares ?? false)
    this.#words = words
  }
  /** True if the client's state is unknown, or it is of no more use: it must not go back to the pool. */
  get isBroken(): boolean {
    return this.#isBroken || this.#connection.isOutdated
  }
  async init(): Promise<void> {}
  async acquireConnection(): Promise<DatabaseConnection> {
    return this.#connection
  }
  async beginTransaction(): Promise<void> {
    this.#isBroken = true
    await this.#connection.client.query(this.#words.begin)
    this.#isBroken = false
  }
  async commitTransaction(): Promise<void> {
    const said: unknown = await this.#connection.client.query(this.#words.commit())
    // pg returns a list if one message held several statements.
    const answers = [said].flat() as StatementResult<unknown[]>[]
    if (answers.at(-1)?.command === 'ROLLBACK') throw new RolledBackError()
    this.#words.committed?.(answers.slice(0, -1).map((answer) => answer.rows))
  }
  /** Never throws: the error that led here is more useful than that of a lost connection. */
  async rollbackTransaction(): Promise<void> {
    await this.#connection.client.query('rollback').catch(() => {
      this.#isBroken = true
    })
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** Returns the kysely dialect of a bound driver. */
export function boundDialect(driver: BoundDriver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
