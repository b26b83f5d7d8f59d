import { Kysely } from 'kysely'
import type { Pool } from 'pg'
import type { Tx } from '../context.ts'
import { BoundDriver, boundDialect, type TransactionWords } from './bound-dialect.ts'
import { canRunAgain } from './errors.ts'
import { createAppPool } from './pool.ts'
import { refuseDangerousLogin, refuseDangerousRole } from './role-check.ts'
import type { DB } from './schema.ts'

export interface TenantOptions {
  /**
   * Statements that must be the last of the transaction, sent in one message with COMMIT. Called at each attempt; the
   * result is raw SQL, so the caller must quote every value in it.
   */
  tail?: () => string | undefined
  /** Called after the commit with the rows that each statement of the tail returned. */
  tailed?: (rows: unknown[][]) => void
  /** One REPEATABLE READ snapshot, for readers that must see one moment. */
  snapshot?: boolean
  /** Its statements run often and are always the same: connections keep their plans. */
  prepares?: boolean
}

/** The database as the server's features see it: tenant transactions, and the narrow functions of `entry`. */
export interface Database {
  /**
   * Runs in one transaction that sees only the rows of `clientId`. Retried up to three times after a deadlock or a
   * serialization failure: `run` must start from scratch each time.
   */
  tenant: <T>(clientId: string, run: (tx: Tx) => Promise<T>, options?: TenantOptions) => Promise<T>
  /** Runs in one transaction without a client: only the functions of schema `entry` work there. */
  entry: <T>(run: (tx: Tx) => Promise<T>) => Promise<T>
  close: () => Promise<void>
  pool: Pool
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
const TRIES = 4
const POOL_MAX = 10

/**
 * Opens the shared pool. Each connection takes the role readroom_app, which owns nothing and bypasses nothing; throws
 * for a login that has dangerous rights, or could take them (docs/decisions/262).
 */
export async function openDatabase({
  url,
  poolMax = POOL_MAX,
}: {
  url: string
  poolMax?: number
}): Promise<Database> {
  const pool = createAppPool(url, poolMax)
  try {
    await refuseDangerousRole(pool)
    await refuseDangerousLogin(pool)
  } catch (error) {
    await pool.end()
    throw error
  }
  return {
    pool,
    tenant: (clientId, run, options = {}) => {
      // It becomes part of a statement: SET takes no parameters.
      if (!UUID.test(clientId)) return Promise.reject(new Error('a client id must be a UUID'))
      return runAgainIfUnlucky(pool, wordsOfTenant(clientId, options), run)
    },
    entry: (run) => runAgainIfUnlucky(pool, { begin: 'begin', commit: () => 'commit' }, run),
    close: () => pool.end(),
  }
}

function wordsOfTenant(
  clientId: string,
  { tail, tailed, snapshot, prepares }: TenantOptions,
): TransactionWords {
  const begin = snapshot ? 'begin isolation level repeatable read' : 'begin'
  return {
    begin: `${begin}; set local app.client_id = '${clientId}'`,
    commit: () => {
      const last = tail?.()
      return last === undefined || last === '' ? 'commit' : `${last}; commit`
    },
    committed: tailed,
    prepares,
  }
}

async function runAgainIfUnlucky<T>(
  pool: Pool,
  words: TransactionWords,
  run: (tx: Tx) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt++)
    try {
      return await runOnce(pool, words, run)
    } catch (error) {
      if (attempt === TRIES || !canRunAgain(error)) throw error
    }
}

async function runOnce<T>(pool: Pool, words: TransactionWords, run: (tx: Tx) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  const driver = new BoundDriver(client, words)
  try {
    return await new Kysely<DB>({ dialect: boundDialect(driver) }).transaction().execute(run)
  } finally {
    client.release(driver.isBroken)
  }
}
