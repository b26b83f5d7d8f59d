import { type Client, DatabaseError } from 'pg'
import { databaseClient } from '#server/kernel/way-out/database-client.ts'
import { OutgoingError } from '#server/kernel/way-out/outgoing-error.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { NO_ANSWER } from './ask-json.ts'
import { type IndexedSeries, type IndexedStudy, toSeriesHeader, toStudyHeader } from './dcm4chee-headers.ts'
import { SENDERS_SQL, SERIES_SQL, STUDIES_SQL } from './dcm4chee-sql.ts'
import { type ImageServer, ImageServerError, type StudyQuery } from './image-server.ts'

/** The settings of a database of a dcm4chee-arc-light archive (5.31 or later). */
export interface IndexSettings {
  host: string
  port: number
  database: string
  user: string
  password: string
  useTls: boolean
  /** The client's outgoing connection rules. */
  out: WayOut
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 5_000

/**
 * Opens an image server of kind Lite_Postgres: reads its index only. Each query uses one connection and one read-only
 * transaction with a time limit, so that the archive never waits for us and keeps nothing open.
 */
export function openDcm4cheeIndex(settings: IndexSettings): ImageServer {
  return {
    async findStudies({ fromDay, toDay, modality, studyUid, limit, offset }: StudyQuery, signal) {
      const values = [dicomDay(fromDay), dicomDay(toDay), modality ?? '', limit, offset, studyUid ?? '']
      const rows = await ask<IndexedStudy>(settings, STUDIES_SQL, values, signal)
      return { studies: rows.map(toStudyHeader), saysMore: false }
    },
    // The index contains all data that arrival needs.
    complete: async (header) => header,
    async findSeries(studyUid, signal) {
      const rows = await ask<IndexedSeries>(settings, SERIES_SQL, [studyUid], signal)
      return rows.map(toSeriesHeader)
    },
    // The index has no name.
    describe: async () => undefined,
    async findSourceAets(signal) {
      const rows = await ask<{ sending_aet: string }>(settings, SENDERS_SQL, [], signal)
      return rows.map((row) => row.sending_aet)
    },
  }
}

const dicomDay = (day: string | undefined) => day?.replaceAll('-', '') ?? ''

async function ask<Row extends object>(
  settings: IndexSettings,
  statement: string,
  values: unknown[],
  signal: AbortSignal,
): Promise<Row[]> {
  const given = givenUp(signal)
  let client: Client | undefined
  try {
    client = await Promise.race([clientOf(settings), given.up])
    await Promise.race([client.connect(), given.up])
  } catch (error) {
    given.forget()
    void client?.end().catch(() => undefined)
    signal.throwIfAborted()
    throw explainUnreached(error)
  }
  try {
    return await Promise.race([readOnce<Row>(client, statement, values), given.up])
  } catch (error) {
    signal.throwIfAborted()
    throw explain(error)
  } finally {
    given.forget()
    const ended = client.end().catch(() => undefined)
    if (!signal.aborted) await ended
  }
}

async function readOnce<Row extends object>(
  client: Client,
  statement: string,
  values: unknown[],
): Promise<Row[]> {
  await client.query('begin transaction read only')
  const { rows } = await client.query<Row>(statement, values)
  await client.query('commit')
  return rows
}

// If a connection is destroyed while it is being made, the driver never settles its promise.
function givenUp(signal: AbortSignal): { up: Promise<never>; forget: () => void } {
  const { promise: up, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp, { once: true })
  return { up, forget: () => signal.removeEventListener('abort', giveUp) }
}

async function clientOf(settings: IndexSettings): Promise<Client> {
  const { host, port, database, user, password, useTls, out } = settings
  const client = await databaseClient(out, {
    host,
    port,
    database,
    user,
    password,
    ssl: useTls,
    application_name: 'readroom index',
    connectionTimeoutMillis: CONNECT_MS,
    // Our own time-out, in case the server does not even report that its limit has passed.
    query_timeout: STATEMENT_MS + 1_000,
    options: `-c statement_timeout=${STATEMENT_MS} -c lock_timeout=1000 -c idle_in_transaction_session_timeout=10000 -c default_transaction_read_only=on`,
  })
  // A dropped connection is reported by the query that used it.
  client.on('error', () => undefined)
  return client
}

/** PostgreSQL's error codes by class. */
const REFUSED_ACCOUNT = new Set(['28000', '28P01', '3D000', '42501'])
const NO_INDEX = new Set(['42P01', '42703', '3F000'])
/** A statement or a lock that took too long. */
const TOO_LONG = new Set(['57014', '55P03'])

// Shows PostgreSQL's own errors during sign-in; all other failures before have one message.
function explainUnreached(error: unknown): ImageServerError {
  if (error instanceof DatabaseError) return explain(error)
  const cause = error instanceof OutgoingError ? error : new OutgoingError('no_answer', { cause: error })
  return new ImageServerError('down', NO_ANSWER[cause.reason], { cause })
}

function explain(error: unknown): ImageServerError {
  const code = error instanceof DatabaseError ? (error.code ?? '') : ''
  if (REFUSED_ACCOUNT.has(code))
    return new ImageServerError(
      'down',
      'The database of the image server refuses the user, the password or the name.',
    )
  if (NO_INDEX.has(code))
    return new ImageServerError(
      'nonsense',
      'The database is not the index of a dcm4chee-arc-light archive of version 5.31 or later.',
    )
  if (TOO_LONG.has(code) || isTimeout(error))
    return new ImageServerError('slow', 'The database of the image server did not answer in time.', {
      cause: error,
    })
  if (code !== '')
    return new ImageServerError('down', `The database of the image server answers with error ${code}.`)
  return new ImageServerError('down', 'The database of the image server did not answer.', { cause: error })
}

// The driver's time-out errors have no code.
const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)
