import type { StoredStudy } from '#server/features/pacs/public/store.ts'
import { runCheck } from '#server/features/pacs-check/run-check.ts'
import { openImageServer } from '#server/integrations/pacs/open-image-server.ts'
import { FAULTS } from '../pacs/faulty-server.ts'
import {
  answerStudies,
  CLIENT,
  type FakeServer,
  type ListHabits,
  openPacsFixture,
  type PacsFixture,
  qidoHeader,
  startFakeServer,
} from '../pacs/pacs-fixture.ts'

const DAY_MS = 86_400_000

/** Returns the day so many days ago in DICOM's format. */
export const daysAgo = (days: number) =>
  new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
/** Returns a DICOM day in ISO format. */
export const dayOf = (dicom: string) => dicom.replace(/(....)(..)(..)/, '$1-$2-$3')

export interface FakeStudy {
  day?: string
  pat_id?: string
  pat_name?: string
  accession_no?: string
  images?: number
  series?: number
  aet?: string
}

/** Returns the header of a study, made today unless `study` gives another day. */
export const studyHeader = (uid: string, study: FakeStudy = {}): object =>
  qidoHeader(uid, {
    '00080020': study.day ?? daysAgo(1),
    '00080050': study.accession_no ?? '',
    '00080054': study.aet ?? 'CT1',
    '00080061': 'CT',
    '00100010': study.pat_name ?? 'Rao^Asha',
    '00100020': study.pat_id ?? 'P-1',
    '00201206': study.series ?? 2,
    '00201208': study.images ?? 20,
  })

/** The faults of an archive's answers. */
export type Fault = keyof typeof FAULTS | 'noService' | 'empty' | undefined

export interface Archive {
  id: string
  server: FakeServer
  /** The archive's headers by UID. */
  holds: Map<string, object>
  /** Applies the fault from now on, or after so many more answers. */
  breaks: (fault: Fault, afterAnswers?: number) => void
  habits: ListHabits
}

/** A desk with its own archives; a comparison runs when a test starts it. */
export interface CheckFixture extends PacsFixture {
  openArchive: (habits?: ListHabits, name?: string) => Promise<Archive>
  /** Starts a comparison as if a day had passed. */
  check: (id: string, options?: { isConfirmed?: boolean; isResumed?: boolean }) => Promise<void>
  studyOf: (uid: string) => Promise<StoredStudy>
  run: (id: string) => Promise<{ state: string; words: string; todo: string[] }>
  days: (id: string) => Promise<Record<string, unknown>[]>
  gaps: (id: string) => Promise<{ study_iuid: string; kind: string; closed_on: Date | null }[]>
}

export async function openCheckFixture(): Promise<CheckFixture> {
  const desk = await openPacsFixture()
  const { app, db } = desk.server
  const tenant = db.database.tenant
  const archives: Archive[] = []
  const kernel = { ...app.kernel, now: () => new Date() }
  const room = {
    kernel,
    openServer: (pacs: Parameters<typeof openImageServer>[0] & { client_id: string }) =>
      openImageServer(pacs, kernel.wayOut(pacs.client_id)),
    onError: (error: unknown) => desk.errors.push(error),
  }
  return {
    ...desk,
    async openArchive(habits = {}, name) {
      const holds = new Map<string, object>()
      let fault: Fault
      let answersLeft = 0
      const server = await startFakeServer((request, response) => {
        if (fault === undefined || answersLeft-- > 0)
          answerStudies(() => [...holds.values()], habits)(request, response)
        else if (fault === 'noService') response.writeHead(404).end()
        else if (fault === 'empty') response.end('[]')
        else FAULTS[fault](request, response)
      })
      const id = await desk.addPacs({ db_port: server.port, backlog_done: new Date(), ...(name && { name }) })
      const breaks = (next: Fault, afterAnswers = 0) => {
        fault = next
        answersLeft = afterAnswers
      }
      const archive = { id, server, holds, habits, breaks }
      archives.push(archive)
      return archive
    },
    async check(id, { isConfirmed = false, isResumed = false } = {}) {
      if (!isResumed)
        await tenant(CLIENT, (tx) =>
          tx
            .insertInto('pacs_check')
            .values({ client_id: CLIENT, pacs_id: id, asked_on: new Date(), is_confirmed: isConfirmed })
            .onConflict((conflict) =>
              conflict
                .columns(['client_id', 'pacs_id'])
                .doUpdateSet({ asked_on: new Date(), is_confirmed: isConfirmed }),
            )
            .execute(),
        )
      await runCheck(room, { clientId: CLIENT, pacsId: id }, new AbortController().signal)
    },
    async studyOf(uid) {
      const found = (await desk.studies()).filter((study) => study.study_iuid === uid)
      if (found.length !== 1 || !found[0]) throw new Error(`${found.length} studies of ${uid}`)
      return found[0]
    },
    run: (id) =>
      tenant(CLIENT, (tx) =>
        tx.selectFrom('pacs_check').selectAll().where('pacs_id', '=', id).executeTakeFirstOrThrow(),
      ),
    days: (id) =>
      tenant(CLIENT, (tx) =>
        tx
          .selectFrom('pacs_check_day')
          .select(['day', 'aet', 'count_there', 'count_here'])
          .select(['missing_here', 'missing_there', 'changed_there', 'deleted_here'])
          .where('pacs_id', '=', id)
          .where((where) => where.or([where('count_there', '>', 0), where('count_here', '>', 0)]))
          .orderBy('day', 'desc')
          .orderBy('aet')
          .execute(),
      ),
    gaps: (id) =>
      tenant(CLIENT, (tx) =>
        tx
          .selectFrom('pacs_check_gap')
          .selectAll()
          .where('pacs_id', '=', id)
          .orderBy('study_iuid')
          .orderBy('kind')
          .execute(),
      ),
    async close() {
      await desk.close()
      await Promise.all(archives.map(({ server }) => server.close()))
    },
  }
}
