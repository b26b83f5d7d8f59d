import { priorCalls, type StudyPriors } from '#contract/calls/priors.ts'
import type { PriorMarkRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { lastPriorLoss } from '#src/db/prior-rows.ts'
import { withQuotaRetryForCopies, withSpareRoom } from '#src/db/quota.ts'
import type { Caller } from '../api/caller.ts'
import { ApiError } from '../api/errors.ts'

export interface AskPorts {
  call: Caller
  now: () => number
  signal: AbortSignal
  /** True where a person looks at them now: the server writes that into its audit trail. */
  opened?: boolean
}

/** An answer that was overtaken by lost rights is asked for again so often. */
const TRIES = 3

/**
 * Asks the server for the former studies of these studies (at most 50) and keeps what it tells, sealed; of what this
 * device holds as it is, the server sends nothing. What it no longer tells goes. Where a person looks at them and the disk
 * is full, other copies make room; what is fetched ahead displaces nothing. Throws what the call throws, and
 * StorageFullError where there is no room.
 */
export async function askPriors(
  databases: Databases,
  studyIds: readonly string[],
  ports: AskPorts,
): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) if (await askOnce(databases, studyIds, ports)) return
}

/** False where studies were taken from the reader while the server was asked: then nothing is kept. */
async function askOnce(
  databases: Databases,
  studyIds: readonly string[],
  { call, now, signal, opened = false }: AskPorts,
): Promise<boolean> {
  const { cache } = databases
  const loss = await lastPriorLoss(cache)
  const held = await cache.priorMarks.bulkGet([...studyIds])
  const at = now()
  const told = await ask(
    call,
    {
      ids: studyIds.join(','),
      marks: held.map((row) => row?.mark ?? '').join(','),
      ...(opened && { opened: 1 }),
    },
    signal,
  )
  const rows = await databases.priors.sealAll(
    told.flatMap(({ study_id: id, told: body }) => (body ? [{ id, rev: 0, body }] : [])),
  )
  const before = new Map(held.flatMap((row) => (row ? [[row.id, row] as const] : [])))
  const gone = studyIds.filter((id) => !told.some(({ study_id }) => study_id === id))
  const write = opened ? withQuotaRetryForCopies : withSpareRoom
  return write(cache, () =>
    cache.transaction('rw', cache.priors, cache.priorMarks, cache.meta, async () => {
      if ((await lastPriorLoss(cache)) !== loss) return false
      const marks = await cache.priorMarks.bulkGet(told.map(({ study_id }) => study_id))
      await cache.priors.bulkPut(rows)
      await cache.priorMarks.bulkPut(
        told.flatMap((one, i) => {
          const row = markRow(one, at, before.get(one.study_id), marks[i])
          return row ? [opened ? { ...row, usedAt: at } : row] : []
        }),
      )
      await cache.priors.bulkDelete(gone)
      await cache.priorMarks.bulkDelete(gone)
      return true
    }),
  )
}

/** The new row, from the one before the question and the one that stands there now. */
function markRow(
  { study_id: id, mark, told }: StudyPriors,
  askedAt: number,
  before: PriorMarkRow | undefined,
  now: PriorMarkRow | undefined,
): PriorMarkRow | undefined {
  // Its text went meanwhile, to make room.
  if (!told && !now) return undefined
  const studies = told ? told.priors.map(({ study_id }) => study_id) : (now?.studies ?? [])
  const changes = (now?.changes ?? 0) - (before?.changes ?? 0)
  return { id, mark, askedAt, changes: Math.max(0, changes), usedAt: now?.usedAt ?? 0, studies }
}

async function ask(
  call: Caller,
  input: { ids: string; marks: string; opened?: 1 },
  signal: AbortSignal,
): Promise<StudyPriors[]> {
  try {
    return (await call(priorCalls.priors, input, { signal })).result
  } catch (error) {
    // None of them is the reader's any longer.
    if (error instanceof ApiError && error.code === 'not_found') return []
    throw error
  }
}
