import { type CustomTypesConfig, Pool, types as usual } from 'pg'
import { COMMAND_LOCK_MS } from '#domain/time/intervals.ts'

const OID_DATE = 1082
const OID_INT8 = 20
const CONNECT_TIMEOUT_MS = 10_000
const STATEMENT_TIMEOUT_MS = 30_000

/** The role that queries run as: it owns nothing and bypasses nothing. */
export const APP_ROLE = 'readroom_app'
/** The role of a platform transaction: it sees the platform's tables of all clients, and no patient rows. */
export const PLATFORM_ROLE = 'readroom_platform'

/** Dates stay text (a day has no zone); our bigints stay below 2^53 and become numbers. */
const types: CustomTypesConfig = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') => {
    if (oid === OID_DATE) return (text: string) => text
    if (oid === OID_INT8) return Number
    return usual.getTypeParser(oid, format)
  }) as typeof usual.getTypeParser,
}

/**
 * Creates a pool whose connections are readroom_app from their first statement on. The role is a setting of
 * the connection itself, so `reset role` returns to it and not to the login.
 */
export function createAppPool(url: string, max: number): Pool {
  const pool = new Pool({
    connectionString: withoutOptions(url),
    max,
    types,
    options: [
      `-c role=${APP_ROLE}`,
      `-c lock_timeout=${COMMAND_LOCK_MS}`,
      `-c statement_timeout=${STATEMENT_TIMEOUT_MS}`,
      '-c timezone=UTC',
      // For SSDs: at the default of 4, lists and counts read whole tables instead of using their indexes.
      '-c random_page_cost=1.1',
      // Compiling a plan takes longer than any of our queries.
      '-c jit=off',
    ].join(' '),
    application_name: 'readroom',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  })
  // A dropped connection, idle or checked out, must not end the process: its user gets the error.
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** `options` in the address would silently replace ours, including the role. */
function withoutOptions(url: string): string {
  const [address = '', query] = url.split('?')
  if (query === undefined) return url
  const rest = new URLSearchParams(query)
  rest.delete('options')
  return `${address}?${rest.toString()}`
}
