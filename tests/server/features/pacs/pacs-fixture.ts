import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Insertable } from 'kysely'
import { SANJEEVANI } from '#server/features/demo/centres.ts'
import type { StoredStudy } from '#server/features/pacs/public/store.ts'
import { type Polling, startPacsPolling } from '#server/features/pacs/start-polling.ts'
import type { Pacs } from '#server/kernel/database/schema.ts'
import { type DemoServer, openDemo } from '../open-demo.ts'

/** The client that the image servers of these tests belong to. */
export const CLIENT = SANJEEVANI.id

/** A demo server without the demo's studies, and the calls that tests of arrival need. */
export interface PacsFixture {
  server: DemoServer
  errors: unknown[]
  addPacs: (changes: Partial<Insertable<Pacs>> & { db_port: number }) => Promise<string>
  updatePacs: (id: string, changes: Partial<Insertable<Pacs>>) => Promise<void>
  startPolling: () => Polling
  pacs: (id: string) => Promise<Awaited<ReturnType<typeof readPacs>>>
  studies: () => Promise<StoredStudy[]>
  close: () => Promise<void>
}

export async function openPacsFixture(): Promise<PacsFixture> {
  const server = await openDemo()
  const { database } = server.db
  const inClient = database.tenant
  const pollings: Polling[] = []
  const errors: unknown[] = []
  const before = new Set((await readStudies(server)).map((study) => study.id))
  return {
    server,
    errors,
    async addPacs(changes) {
      const id = randomUUID()
      const row = {
        client_id: CLIENT,
        id,
        name: `Test server ${id}`,
        type: 'Basic',
        db_host: '127.0.0.1',
        ...changes,
      }
      await inClient(CLIENT, (tx) =>
        tx
          .insertInto('pacs')
          .values({ poll_seconds: 1, ...row })
          .execute(),
      )
      return id
    },
    async updatePacs(id, changes) {
      await inClient(CLIENT, (tx) => tx.updateTable('pacs').set(changes).where('id', '=', id).execute())
    },
    startPolling() {
      // The demo's clock does not move; arrival needs the present time.
      const kernel = { ...server.app.kernel, now: () => new Date() }
      const polling = startPacsPolling({ kernel, onError: (error) => errors.push(error), claimEveryMs: 200 })
      pollings.push(polling)
      return polling
    },
    pacs: (id) => readPacs(server, id),
    studies: async () => (await readStudies(server)).filter((study) => !before.has(study.id)),
    async close() {
      await Promise.all(pollings.map((polling) => polling.stop()))
      await server.close()
    },
  }
}

function readPacs(server: DemoServer, id: string) {
  return server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('pacs').selectAll().where('id', '=', id).executeTakeFirstOrThrow(),
  )
}

function readStudies(server: DemoServer): Promise<StoredStudy[]> {
  return server.db.database.tenant(CLIENT, (tx) =>
    tx.selectFrom('study').selectAll().orderBy('study_iuid').execute(),
  )
}

/** Repeats a request until the answer is right; otherwise throws with the last answer. */
export async function eventually<T>(
  ask: () => Promise<T>,
  isRight: (answer: T) => boolean,
  withinMs = 10_000,
): Promise<T> {
  const begun = Date.now()
  for (;;) {
    const answer = await ask()
    if (isRight(answer)) return answer
    const waited = Date.now() - begun
    if (waited > withinMs)
      throw new Error(`not within ${withinMs} ms: ${JSON.stringify(answer)?.slice(0, 500)}`)
    // Waits longer between tries after a long wait, because the server shares this process and this database.
    await new Promise((resolve) => setTimeout(resolve, Math.min(250, 50 + waited / 20)))
  }
}

export interface FakeServer {
  port: number
  /** The requested paths, newest last. */
  asked: string[]
  close: () => Promise<void>
}

/** Starts an image server that answers as a test wants. */
export async function startFakeServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<FakeServer> {
  const asked: string[] = []
  const http = createServer((request, response) => {
    asked.push(request.url ?? '')
    answer(request, response)
  }).listen(0, '127.0.0.1')
  await once(http, 'listening')
  const address = http.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return {
    port: address.port,
    asked,
    async close() {
      http.closeAllConnections()
      http.close()
      await once(http, 'close')
    },
  }
}

/** Deviations of a fake's lists from the query. */
export interface ListHabits {
  /** The most studies of one answer, for servers that report a cut by `Warning: 299`. */
  cap?: number
  /** Reports the cut by status 206 instead of a warning. */
  isPartial?: boolean
  ignoresOffset?: boolean
  ignoresLimit?: boolean
  ignoresDays?: boolean
  /** Queries that match more studies are refused, as dcm4chee-arc does (its issue 4487). */
  refusesOver?: { matches: number; status: number }
  /** Queries over more days, or without both bounds, are refused. */
  refusesDays?: number
  /** Returns nothing after so many studies of one query. */
  endsAfter?: number
  /** Studies that count for limit and offset and are left out of the answer (dcm4chee-arc, its issue 18). */
  leavesOut?: (header: object) => boolean
}

/** Answers QIDO-RS with these headers, by day, modality, limit and offset; anything else returns 404. */
export function answerStudies(headers: () => readonly object[], habits: ListHabits = {}) {
  const { cap = Number.POSITIVE_INFINITY, ignoresOffset = false, ignoresLimit = false } = habits
  const { refusesOver, endsAfter = Number.POSITIVE_INFINITY, leavesOut = () => false } = habits
  return (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '', 'http://x')
    if (!url.pathname.endsWith('/studies')) {
      response.statusCode = 404
      response.end()
      return
    }
    const asked = (name: string) => url.searchParams.get(name)
    const uid = asked('StudyInstanceUID')
    const found = headers()
      .filter(matching(habits.ignoresDays ? null : asked('StudyDate'), asked('ModalitiesInStudy')))
      .filter((header) => uid === null || valueOf(header, '0020000D') === uid)
    const isLong = habits.refusesDays !== undefined && daysOf(asked('StudyDate')) > habits.refusesDays
    if (isLong || (refusesOver && found.length > refusesOver.matches)) {
      response.statusCode = refusesOver?.status ?? 400
      response.end('Request entity too large')
      return
    }
    const limit = ignoresLimit ? found.length : Math.min(Number(asked('limit')), cap)
    const offset = ignoresOffset ? 0 : Number(asked('offset'))
    const end = Math.min(offset + limit, endsAfter)
    response.setHeader('content-type', 'application/dicom+json')
    if (found.length > end && habits.isPartial) response.statusCode = 206
    else if (found.length > end) response.setHeader('warning', '299 - "there are more results"')
    response.end(JSON.stringify(found.slice(offset, end).filter((header) => !leavesOut(header))))
  }
}

/** Returns the number of days of a range; infinite without both bounds. */
function daysOf(range: string | null): number {
  const [from = '', to = from] = (range ?? '-').split('-')
  const timeOf = (day: string) => Date.parse(day.replace(/(....)(..)/, '$1-$2-'))
  const days = (timeOf(to) - timeOf(from)) / 86_400_000 + 1
  return Number.isNaN(days) ? Number.POSITIVE_INFINITY : days
}

function matching(days: string | null, modality: string | null): (header: object) => boolean {
  const [from = '', to = from] = (days ?? '').split('-')
  return (header) => {
    const day = valueOf(header, '00080020')
    // A query by day does not find a study without a day.
    const isOfDays = days === null || (day !== undefined && day >= from && (to === '' || day <= to))
    return isOfDays && (modality === null || valueOf(header, '00080061') === modality)
  }
}

const valueOf = (header: object, tag: string): string | undefined =>
  (header as Record<string, { Value: string[] } | undefined>)[tag]?.Value[0]

/** Returns a study's header in DICOM JSON. */
export function qidoHeader(uid: string, values: Record<string, string | number> = {}): object {
  const attributes: Record<string, string | number> = { '0020000D': uid, ...values }
  return Object.fromEntries(
    Object.entries(attributes).map(([tag, value]) => [tag, { vr: 'LO', Value: [value] }]),
  )
}
