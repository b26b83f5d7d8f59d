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
  /** True if a user is viewing them now: the server records that in its audit trail. */
  opened?: boolean
}

/** Maximum number of requests if lost rights invalidate the answer. */
const TRIES = 3

/**
 * Requests the prior studies of these studies (at most 50) from the server and stores them sealed; the server omits
 * what this device already has unchanged. Deletes those no longer included. If a user views them and the disk is full,
 * other copies are evicted; prefetching displaces nothing. Throws what the call throws, and StorageFullError if there
 * is no space.
 */
export async function askPriors(
  databases: Databases,
  studyIds: readonly string[],
  ports: AskPorts,
): Promise<void> {
  for (let left = TRIES; left > 0; left -= 1) if (await askOnce(databases, studyIds, ports)) return
}

/** Returns false if the reader lost studies during the request: then nothing is stored. */
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

/** Builds the new row from the row before the request and the current one. */
function markRow(
  { study_id: id, mark, told }: StudyPriors,
  askedAt: number,
  before: PriorMarkRow | undefined,
  now: PriorMarkRow | undefined,
): PriorMarkRow | undefined {
  // Its text was evicted meanwhile, to free space.
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
    // The reader no longer has access to any of them.
    if (error instanceof ApiError && error.code === 'not_found') return []
    throw error
  }
}
