import { randomUUID } from 'node:crypto'
import { checkDays } from '#domain/study/dicom/check-days.ts'
import { compareDay, isUnbelievable } from '#domain/study/dicom/compare-source.ts'
import { dayOfDicom } from '#domain/study/dicom/dicom-time.ts'
import { type DayText, dayAt, findDay } from '#domain/time/zones.ts'
import { type ImageServer, ImageServerError } from '#server/integrations/pacs/image-server.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { write } from '#server/kernel/sync/feed/write.ts'
import { placeOf } from '../pacs/public/arrival-context.ts'
import type { ArrivalKernel } from '../pacs/public/arrive.ts'
import { logPoll } from '../pacs/public/log-poll.ts'
import { openPacs } from '../pacs/public/open-pacs.ts'
import { findPolledPacs, type PacsRow } from '../pacs/public/store.ts'
import { markMissing } from '../studies/public/mark-missing.ts'
import { forgetOld, selectUnmarked, sumOfDays } from './marks.ts'
import { type DayReading, readDay } from './read-day.ts'
import {
  type CheckedPacs,
  type CheckRow,
  claimCheck,
  closeOtherGaps,
  keepGaps,
  selectFurtherDays,
  updateRun,
} from './store.ts'

export interface CheckContext {
  kernel: ArrivalKernel & Pick<Kernel, 'secrets' | 'exchanges'>
  openServer: (pacs: PacsRow) => ImageServer
  /** Called with a study that could not be stored while others were. */
  onError: (error: unknown) => void
}

/** The time between the starts of two comparisons of an image server. */
export const CHECK_EVERY_MS = 23.5 * 3_600_000
/** The longest duration of a run; the next one continues where it stopped. */
const RUN_MS = 10 * 60_000
const MARKED_AT_ONCE = 100
const WORDS_MAX = 600

interface Run extends CheckedPacs {
  room: CheckContext
  runner: string
  signal: AbortSignal
  row: CheckRow
  /** Messages about days that could not be read completely. */
  notes: string[]
  fetched: number
}

/**
 * Compares an image server with what has arrived from it, day by day, and continues an unfinished run
 * (docs/decisions/305). Does nothing if another process does so or no comparison is due. A server that does not
 * respond ends the run without marks; throws only for our own faults.
 */
export async function runCheck(room: CheckContext, pacs: CheckedPacs, signal: AbortSignal): Promise<void> {
  const { kernel } = room
  const runner = randomUUID()
  const before = new Date(kernel.now().getTime() - CHECK_EVERY_MS)
  const row = await kernel.database.tenant(pacs.clientId, (tx) => claimCheck(tx, pacs, runner, before))
  if (!row) return
  const run: Run = {
    ...pacs,
    room,
    runner,
    signal,
    row,
    notes: row.notes === '' ? [] : [row.notes],
    fetched: 0,
  }
  try {
    await compare(run)
  } catch (error) {
    if (error instanceof LostRunError) return
    if (!(error instanceof ImageServerError)) {
      await end(run, {}).catch(room.onError)
      throw error
    }
    await end(run, { state: 'failed', words: `${error.message} Nothing was marked; it is tried again.` })
  }
}

async function compare(run: Run): Promise<void> {
  const { room, row } = run
  const began = performance.now()
  const pacs = await findPacs(run)
  if (!pacs || pacs.check_days === 0) return stop(run)
  const isNew = row.todo.length === 0 || (row.asked_on ?? 0) > (row.started_on ?? 0)
  const startedOn = isNew ? room.kernel.now() : (row.started_on ?? room.kernel.now())
  let todo: readonly DayText[] = isNew ? await daysOf(run, pacs) : row.todo
  if (isNew) {
    run.notes = []
    await keep(run, { todo, started_on: startedOn, words: '', notes: '' })
  }
  try {
    while (todo.length > 0) {
      const [day = ''] = todo
      todo = todo.slice(1)
      const now = await findPacs(run)
      if (!now) return stop(run)
      await compareOneDay(run, now, day, todo)
      run.signal.throwIfAborted()
      // The next run continues with the remaining days.
      if (todo.length > 0 && performance.now() - began > RUN_MS) return await end(run, { state: 'running' })
    }
    await finish(run, pacs, startedOn, began)
  } catch (error) {
    if (error instanceof ImageServerError)
      logPoll(room.kernel, pacs, { began, fault: error.fault, reason: `Comparison: ${error.message}` })
    throw error
  }
}

async function daysOf({ room: { kernel }, row, ...pacs }: Run, { check_days }: PacsRow): Promise<DayText[]> {
  const since = row.started_on ?? new Date(kernel.now().getTime() - 86_400_000)
  const found = await kernel.database.tenant(pacs.clientId, (tx) => selectFurtherDays(tx, pacs, since))
  const further = found.flatMap((day) => (findDay(day) ? day : (dayOfDicom(day) ?? [])))
  return checkDays({ today: dayAt(kernel.now(), 'UTC'), days: check_days, further })
}

async function compareOneDay(run: Run, pacs: PacsRow, day: DayText, todo: readonly DayText[]): Promise<void> {
  const { kernel, openServer, onError } = run.room
  const server = openServer(await openPacs(kernel.secrets, pacs))
  const place = placeOf(pacs)
  const reading = await readDay({ kernel, server, place, signal: run.signal, onError }, day)
  run.fetched += reading.fetched
  if (reading.fault !== undefined) run.notes.push(`${day} could not be compared: ${reading.fault}`)
  await keepDay(run, day, todo, reading)
}

async function keepDay(
  run: Run,
  day: DayText,
  todo: readonly DayText[],
  { studies, gaps, fault }: DayReading,
): Promise<void> {
  const { clientId, pacsId, runner } = run
  const now = run.room.kernel.now()
  await run.room.kernel.database.tenant(clientId, async (tx) => {
    if (!(await updateRun(tx, run, runner, { todo, notes: notesOf(run) }))) throw new LostRunError()
    await keepGaps(tx, run, day, gaps, now)
    // The earlier counts of a day that was not read completely are kept.
    if (fault !== undefined) return
    await closeOtherGaps(tx, run, day, gaps, now)
    await tx
      .deleteFrom('pacs_check_day')
      .where('client_id', '=', clientId)
      .where('pacs_id', '=', pacsId)
      .where('day', '=', day)
      .execute()
    await tx
      .insertInto('pacs_check_day')
      .values(
        compareDay(studies).map((one) => ({
          ...one,
          client_id: clientId,
          pacs_id: pacsId,
          day,
          checked_on: now,
        })),
      )
      .execute()
  })
}

/** Another process has taken over the comparison; this one writes nothing more. */
class LostRunError extends Error {
  constructor() {
    super('The comparison of an image server was taken over by another process.')
    this.name = 'LostRunError'
  }
}

async function finish(run: Run, pacs: PacsRow, startedOn: Date, began: number): Promise<void> {
  const { kernel } = run.room
  const { gone, sums, isConfirmed } = await kernel.database.tenant(run.clientId, async (tx) => ({
    gone: await selectUnmarked(tx, run),
    sums: await sumOfDays(tx, run, startedOn),
    // If a person confirmed while it ran, that applies to the run that they requested.
    isConfirmed: run.row.is_confirmed,
  }))
  const now = kernel.now()
  if (!isConfirmed && isUnbelievable({ gone: gone.length, ...sums })) {
    const words = `${gone.length} of ${sums.here} studies seem to be gone from the image server. None was marked: an empty or another archive may have answered. Look at the image server; if they are gone, confirm it.`
    logPoll(kernel, pacs, { began, fault: 'nonsense', reason: `Comparison: ${words}` })
    return end(run, { state: 'unsure', words, ended_on: now, todo: [] })
  }
  for (let at = 0; at < gone.length; at += MARKED_AT_ONCE)
    await write(kernel, run.clientId, (work) => markMissing(work, run, gone.slice(at, at + MARKED_AT_ONCE)))
  await kernel.database.tenant(run.clientId, (tx) => forgetOld(tx, run, now))
  const isWhole = run.notes.length === 0
  const reason = `Comparison: ${sums.there} studies there, ${sums.here} here, ${run.fetched} fetched.`
  logPoll(kernel, pacs, { began, taken: run.fetched, reason })
  await end(run, { state: isWhole ? 'ok' : 'failed', words: notesOf(run), ended_on: now, todo: [] })
}

const notesOf = ({ notes }: Run) => notes.join(' ').slice(0, WORDS_MAX)

const stop = (run: Run) =>
  end(run, {
    state: 'stopped',
    words: 'The image server was switched off or removed: nothing was compared.',
    todo: [],
  })

type Change = Parameters<typeof updateRun>[3]

function keep(run: Run, change: Change): Promise<boolean> {
  return run.room.kernel.database.tenant(run.clientId, (tx) => updateRun(tx, run, run.runner, change))
}

/** Releases the comparison. A person's confirmation is valid only for the run it was given for. */
async function end(run: Run, change: Change): Promise<void> {
  await keep(run, {
    ...change,
    isOver: true,
    ...(change.ended_on !== undefined && run.row.is_confirmed && { is_confirmed: false }),
  })
}

function findPacs({ room: { kernel }, clientId, pacsId }: Run): Promise<PacsRow | undefined> {
  return kernel.database.tenant(clientId, (tx) => findPolledPacs(tx, clientId, pacsId))
}
