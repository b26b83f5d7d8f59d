import { Client, DatabaseError } from 'pg'
import { SERIES_SQL, STUDIES_SQL } from './dcm4chee-sql.ts'
import { type ImageServer, ImageServerError, type StudyQuery } from './image-server.ts'

/** The database of a dcm4chee-arc-light archive (5.31 or later), as an administrator names it. */
export interface IndexSettings {
  host: string
  port: number
  database: string
  user: string
  password: string
  useTls: boolean
}

const CONNECT_MS = 5_000
const STATEMENT_MS = 5_000

/**
 * An image server of kind Lite_Postgres: its index is read, and nothing else of it. Each question is one connection and
 * one read-only transaction with a time limit, so that the archive never waits on us and keeps nothing open for us.
 */
export function openDcm4cheeIndex(settings: IndexSettings): ImageServer {
  return {
    async findStudies({ sinceDay, limit, offset }: StudyQuery, signal) {
      const rows = await ask<StudyRow>(settings, STUDIES_SQL, [sinceDay ?? '', limit, offset], signal)
      return rows.map(toStudyHeader)
    },
    // The index says all that arrival asks.
    complete: async (header) => header,
    async findSeries(studyUid, signal) {
      const rows = await ask<SeriesRow>(settings, SERIES_SQL, [studyUid], signal)
      return rows.map(toSeriesHeader)
    },
  }
}

async function ask<Row extends object>(
  settings: IndexSettings,
  statement: string,
  values: unknown[],
  signal: AbortSignal,
): Promise<Row[]> {
  const client = clientOf(settings)
  const given = givenUp(signal)
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
  await client.connect()
  await client.query('begin transaction read only')
  const { rows } = await client.query<Row>(statement, values)
  await client.query('commit')
  return rows
}

// The driver leaves a connection that is taken away while it is being made without an answer for ever.
function givenUp(signal: AbortSignal): { up: Promise<never>; forget: () => void } {
  const { promise: up, reject } = Promise.withResolvers<never>()
  const giveUp = () => reject(signal.reason)
  if (signal.aborted) giveUp()
  else signal.addEventListener('abort', giveUp, { once: true })
  return { up, forget: () => signal.removeEventListener('abort', giveUp) }
}

function clientOf({ host, port, database, user, password, useTls }: IndexSettings): Client {
  const client = new Client({
    host,
    port,
    database,
    user,
    password,
    ssl: useTls,
    application_name: 'readroom index',
    connectionTimeoutMillis: CONNECT_MS,
    // Ours, where the server does not even answer that its limit has passed.
    query_timeout: STATEMENT_MS + 1_000,
    options: `-c statement_timeout=${STATEMENT_MS} -c lock_timeout=1000 -c idle_in_transaction_session_timeout=10000 -c default_transaction_read_only=on`,
  })
  // A connection that drops is reported by the query that used it.
  client.on('error', () => undefined)
  return client
}

/** Classes of PostgreSQL's own codes. */
const REFUSED_ACCOUNT = new Set(['28000', '28P01', '3D000', '42501'])
const NO_INDEX = new Set(['42P01', '42703', '3F000'])
/** A statement or a lock that took too long. */
const TOO_LONG = new Set(['57014', '55P03'])

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
    return new ImageServerError('slow', 'The database of the image server did not answer in time.', error)
  if (code !== '')
    return new ImageServerError('down', `The database of the image server answers with error ${code}.`)
  return new ImageServerError('down', 'The database of the image server cannot be reached.', error)
}

// Those of the driver carry no code.
const isTimeout = (error: unknown) => error instanceof Error && /timeout/i.test(error.message)

interface StudyRow {
  study_iuid: string
  study_date: string
  study_time: string
  accession_no: string
  study_desc: string
  pat_id: string | null
  pat_birthdate: string
  pat_sex: string
  pat_name: string | null
  pat_name_ideographic: string | null
  pat_name_phonetic: string | null
  ref_physician: string | null
  modalities: string[]
  images: number
  sending_aet: string | null
}

interface SeriesRow {
  series_iuid: string
  series_no: number | null
  modality: string
  body_part: string
  series_desc: string
  pps_start_date: string
  pps_start_time: string
  images: number
}

/** The archive writes an asterisk where a header holds nothing. */
const given = (value: string | null) => (value === null || value === '*' || value === '' ? undefined : value)
const attribute = (vr: string, ...values: (string | number | undefined)[]) => {
  const known = values.filter((value) => value !== undefined)
  return known.length > 0 ? { vr, Value: known } : undefined
}

function toStudyHeader(row: StudyRow): object {
  return withoutGaps({
    '0020000D': attribute('UI', row.study_iuid),
    '00080020': attribute('DA', given(row.study_date)),
    '00080030': attribute('TM', given(row.study_time)),
    '00080050': attribute('SH', given(row.accession_no)),
    '00081030': attribute('LO', given(row.study_desc)),
    '00100020': attribute('LO', given(row.pat_id)),
    '00100030': attribute('DA', given(row.pat_birthdate)),
    '00100040': attribute('CS', given(row.pat_sex)),
    '00100010': personOf(row),
    '00080090': attribute('PN', given(row.ref_physician)),
    '00080061': attribute('CS', ...row.modalities.map(given)),
    '00201208': attribute('IS', row.images),
    '00020016': attribute('AE', given(row.sending_aet)),
  })
}

function personOf(row: StudyRow): object | undefined {
  const groups = withoutGaps({
    Alphabetic: given(row.pat_name),
    Ideographic: given(row.pat_name_ideographic),
    Phonetic: given(row.pat_name_phonetic),
  })
  return Object.keys(groups).length > 0 ? { vr: 'PN', Value: [groups] } : undefined
}

function toSeriesHeader(row: SeriesRow): object {
  return withoutGaps({
    '0020000E': attribute('UI', row.series_iuid),
    '00200011': attribute('IS', row.series_no ?? undefined),
    '00080060': attribute('CS', given(row.modality)),
    '00180015': attribute('CS', given(row.body_part)),
    '0008103E': attribute('LO', given(row.series_desc)),
    '00080021': attribute('DA', given(row.pps_start_date)),
    '00080031': attribute('TM', given(row.pps_start_time)),
    '00201209': attribute('IS', row.images),
  })
}

const withoutGaps = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
