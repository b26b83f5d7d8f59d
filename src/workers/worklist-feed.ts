import { liveQuery } from 'dexie'
import type { StudyRow } from '#contract/calls/studies.ts'
import type { StudyCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { openTabLine } from '#src/db/tab-line.ts'
import { channelName, type TabMessage } from '#src/db/tab-messages.ts'
import { openWaiting, readWaiting } from '#src/db/waiting-changes.ts'
import { HandedRows } from './handed-rows.ts'
import type { WorklistWindow } from './worklist-window.ts'

/** Copies are read this many at a time, newest first. */
const CHUNK = 2_000

/** Fills a window from the databases of a user and keeps it up to date. */
export interface WorklistFeed {
  /** Resolves once every copy is in the window. */
  ready: Promise<void>
  stop: () => void
}

/** The channel on which pages announce changed copies. */
export interface StudyNews {
  addEventListener: (type: 'message', listener: (event: { data: TabMessage }) => void) => void
  close: () => void
}

/**
 * Loads the copies of studies into `window`, then follows changes: of copies through their writers' messages, of
 * waiting changes through the database itself. Calls `onChange` after each. A changed copy whose row is in `handed` is
 * not opened again.
 */
export function feedWorklist(
  databases: Databases,
  window: WorklistWindow,
  onChange: () => void,
  news: StudyNews = openTabLine(channelName(databases.userId)) as unknown as StudyNews,
  handed = new HandedRows(),
): WorklistFeed {
  let isStopped = false
  // One at a time, so that an older read never overwrites a newer one.
  let reading: Promise<void> = Promise.resolve()
  const inTurn = (read: () => Promise<void>) => {
    reading = reading.then(read).then(
      () => (isStopped ? undefined : onChange()),
      () => undefined,
    )
    return reading
  }

  news.addEventListener('message', ({ data }) => {
    if (data.kind !== 'studies') return
    const { ids } = data
    void inTurn(() =>
      ids === 'all' ? loadAll(databases, window, handed) : loadSome(databases, window, ids, handed),
    )
  })
  const waiting = liveQuery(() => readWaiting(databases.work, 'study')).subscribe((rows) => {
    void inTurn(async () => window.setWaiting(await openWaiting(databases, rows)))
  })
  return {
    ready: inTurn(() => loadAll(databases, window, handed)),
    stop: () => {
      isStopped = true
      waiting.unsubscribe()
      news.close()
    },
  }
}

// Put into the window in one go: until then, queries are answered from the previous content.
async function loadAll(databases: Databases, window: WorklistWindow, handed: HandedRows): Promise<void> {
  const rows = new Map<string, StudyCopy>()
  for (let last: StudyCopy | undefined; ; ) {
    const chunk = await readOlder(databases, last)
    for (const row of chunk) rows.set(row.id, row)
    const next = chunk.at(-1)
    if (chunk.length < CHUNK || !next || next.id === last?.id) break
    last = next
  }
  const opened = await databases.studies.openAll([...rows.values()])
  handed.clear()
  window.clear()
  window.put(opened.map(({ body }) => body))
}

function readOlder({ cache }: Databases, than: StudyCopy | undefined): Promise<StudyCopy[]> {
  const older = than
    ? cache.studies.where('received').belowOrEqual(than.received)
    : cache.studies.orderBy('received')
  return older.reverse().limit(CHUNK).toArray()
}

async function loadSome(
  databases: Databases,
  window: WorklistWindow,
  ids: readonly string[],
  handed: HandedRows,
): Promise<void> {
  const rows = await databases.cache.studies.bulkGet([...ids])
  window.remove(ids.filter((_, i) => rows[i] === undefined))
  const sealed: StudyCopy[] = []
  const known: StudyRow[] = []
  for (const row of rows) {
    if (!row) continue
    const study = handed.take(row)
    if (study) known.push(study)
    else sealed.push(row)
  }
  const opened = await databases.studies.openAll(sealed)
  window.put([...known, ...opened.map(({ body }) => body)])
}
