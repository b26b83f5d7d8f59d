import { liveQuery } from 'dexie'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { createPatientIndex, type PatientIndex } from '#domain/patient/patient-index.ts'
import type { DatedCopy } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { readWaiting } from '#src/db/waiting-changes.ts'
import type { OverlayRow } from '#src/db/work-database.ts'
import { openShown, type Shown } from '../desk/merged-record.ts'
import { onLetGo } from '../pull/let-go.ts'
import { onBeforeLock } from '../session/lock/before-lock.ts'
import { lockState } from '../session/lock/lock-state.ts'

/** This device's patients, opened once and patched by changes. */
interface Memory {
  databases: Databases
  index: PatientIndex<Shown<'patient'>>
  ready: Promise<void>
  stop: () => void
}

/** The rows read at each change: all ids, copies that may be newer than the opened ones, and waiting changes. */
interface Read {
  ids: readonly string[]
  recent: readonly DatedCopy[]
  waiting: readonly OverlayRow[]
}

let memory: Memory | undefined

/** How far before the newest known copy changes are looked for: the server's clocks differ a little. */
const OVERLAP_MS = 600_000
/** Copies opened at a time. */
const CHUNK = 500

/** Returns the index of the device's patients; opened at the first call, forgotten at a lock and with the databases. */
export async function patientMemory(databases: Databases): Promise<PatientIndex<Shown<'patient'>>> {
  for (;;) {
    if (memory?.databases !== databases) {
      forgetPatients()
      memory = openMemory(databases)
    }
    const opened = memory
    await opened.ready
    // If it was forgotten while being opened, it may hold data that must not be shown: open it again.
    if (memory === opened || lockState().kind === 'locked') return opened.index
  }
}

/** Forgets the opened patients: called when the vault locks or the databases close. */
export function forgetPatients(): void {
  memory?.stop()
  memory = undefined
}

function openMemory(databases: Databases): Memory {
  const index = createPatientIndex<Shown<'patient'>>()
  const ready = Promise.withResolvers<void>()
  let newest = -Infinity
  let turn = Promise.resolve()
  const read = async (): Promise<Read> => {
    const { cache, work } = databases
    const [ids, recent, waiting] = await Promise.all([
      cache.patients.toCollection().primaryKeys(),
      cache.patients
        .where('at')
        .above(newest - OVERLAP_MS)
        .toArray(),
      readWaiting(work, 'patient'),
    ])
    return { ids, recent, waiting }
  }
  const patch = createPatch(databases, index)
  const apply = async (news: Read) => {
    await patch(news)
    for (const { at } of news.recent) newest = Math.max(newest, at)
  }
  const subscription = liveQuery(read).subscribe({
    next: (news) => {
      // One at a time: an older result never follows a newer one.
      turn = turn.then(() => apply(news)).then(ready.resolve, fail)
    },
    error: fail,
  })
  function fail(problem: unknown) {
    ready.reject(problem instanceof Error ? problem : new Error(String(problem)))
    if (memory?.index === index) forgetPatients()
  }
  // Prevents an unhandled rejection if nobody waits when it fails.
  ready.promise.catch(() => undefined)
  const stopListening = [onBeforeLock(forgetPatients), onLetGo(forgetPatients)]
  const stop = () => {
    subscription.unsubscribe()
    for (const stopOne of stopListening) stopOne()
    // Release the callers that wait, because nothing more is opened.
    ready.resolve()
  }
  return { databases, index, ready: ready.promise, stop }
}

/** Returns a function that updates an index from a read: opens new and newer rows, and removes deleted ones. */
function createPatch(databases: Databases, index: PatientIndex<Shown<'patient'>>) {
  let known = new Set<string>()
  let changed = new Set<string>()
  return async ({ ids, recent, waiting }: Read) => {
    const copies = new Map(recent.filter(isNewer).map((copy) => [copy.id, copy]))
    const waitingIds = new Set(waiting.map(({ record }) => record))
    // Not opened yet, or affected by a change that waits now or no longer waits.
    const asked = ids.filter(
      (id) => !copies.has(id) && (index.get(id) === undefined || changed.has(id) || waitingIds.has(id)),
    )
    const others = await databases.cache.patients.bulkGet(asked)
    for (const copy of others) if (copy) copies.set(copy.id, copy)
    await putAll([...copies.values()], waiting)
    const here = new Set([...ids, ...waitingIds])
    for (const id of new Set([...known, ...changed])) if (!here.has(id)) index.remove(id)
    known = new Set(ids)
    changed = waitingIds
  }

  function isNewer(copy: DatedCopy): boolean {
    const open = index.get(copy.id)
    return open === undefined || open.isWaiting || open.rev !== copy.rev
  }

  async function putAll(copies: readonly DatedCopy[], waiting: readonly OverlayRow[]): Promise<void> {
    for (let at = 0; at < Math.max(1, copies.length); at += CHUNK) {
      const part = copies.slice(at, at + CHUNK)
      const ids = new Set(part.map(({ id }) => id))
      // Patients that exist only here come with the first part.
      const own = new Set(copies.map(({ id }) => id))
      const waitingHere = waiting.filter(({ record }) => ids.has(record) || (at === 0 && !own.has(record)))
      const shown = await openShown(databases, 'patient', { copies: part, waiting: waitingHere })
      if (lockState().kind === 'locked') return forgetPatients()
      for (const patient of shown) index.put(patient)
    }
  }
}

/** A patient of this device as a search result. */
export const withoutMark = ({ isWaiting: _isWaiting, ...patient }: Shown<'patient'>): PatientRow => patient
