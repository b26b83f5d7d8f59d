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

/** What one transaction says at its ends: each is ONE message to the server (docs/screens.md#stack). */
export interface TransactionWords {
  begin: string
  /** Asked for at commit; may add statements that must be the last of the transaction. */
  commit: () => string
  /** Told after the commit what each of those last statements returned. */
  committed?: (rows: unknown[][]) => void
  /** Statements that come again are planned once a connection (statement-names.ts). */
  prepares?: boolean
}

/** PostgreSQL answers COMMIT with ROLLBACK where a statement failed and its error was swallowed: nothing was kept. */
export class RolledBackError extends Error {
  constructor() {
    super('the transaction was rolled back')
    this.name = 'RolledBackError'
  }
}

class BoundConnection implements DatabaseConnection {
  readonly client: PoolClient
  /** True where what it keeps planned is outdated: its successor plans anew. */
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

/** Speaks through one checked-out client, with our own words at begin and commit. */
export class BoundDriver implements Driver {
  #isBroken = false
  readonly #connection: BoundConnection
  readonly #words: TransactionWords

  constructor(client: PoolClient, words: TransactionWords) {
    this.#connection = new BoundConnection(client, words.prepares ?? false)
    this.#words = words
  }
  /** True where the client is in no known state any more, or of no more use, and must not go back to the pool. */
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
    // pg gives a list where one message held several statements.
    const answers = [said].flat() as StatementResult<unknown[]>[]
    if (answers.at(-1)?.command === 'ROLLBACK') throw new RolledBackError()
    this.#words.committed?.(answers.slice(0, -1).map((answer) => answer.rows))
  }
  /** Never throws: the error that led here says more than a connection that is gone. */
  async rollbackTransaction(): Promise<void> {
    await this.#connection.client.query('rollback').catch(() => {
      this.#isBroken = true
    })
  }
  async releaseConnection(): Promise<void> {}
  async destroy(): Promise<void> {}
}

/** The kysely dialect of a bound driver. */
export function boundDialect(driver: BoundDriver): Dialect {
  return {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  }
}
