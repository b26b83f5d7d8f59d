import { useEffect, useMemo, useState } from 'react'
import { filter as only } from 'rxjs'
import type { MasterKey } from '#contract/masters/engine/keys.ts'
import { currentDevice, useDevice } from '../current-device.ts'
import { useSession } from '../session/session.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { askAllMasters } from './ask-masters.ts'
import { holdsCopies } from './holds-copies.ts'
import { masterNews$ } from './master-news.ts'
import { findMaster, type MasterRecord, type MasterRecordOf } from './master-of.ts'
import { lastList, openList, readMasters, warmMasters } from './opened-masters.ts'
import { inOrder, type MasterFilter, pickMasters } from './pick-masters.ts'

/** Records of a master, and their source. */
export interface Masters<Record> {
  rows: readonly Record[]
  isLoading: boolean
  /** True if they are this device's copies, complete and usable offline. */
  isFromDevice: boolean
  /** When the server sent them, if it was queried. */
  asOf?: Date
  error?: Error
}

interface Copies {
  rows: readonly MasterRecord[]
  isLoading: boolean
}

const copiesOf = (
  key: MasterKey,
): LiveQuestion<Awaited<ReturnType<typeof readMasters>>, readonly MasterRecord[]> => ({
  read: ({ databases }) => readMasters(databases, [key]),
  open: (rows, { databases }) => openList(databases, key, rows),
})

const NONE: readonly never[] = []

/** Returns this device's copies of a master, by name; empty if the device has none. */
export function useMasterCopies(key: MasterKey): Copies {
  const device = useDevice()
  const { answer, isLoading } = useLive(copiesOf(key), key)
  // The last list is shown until the databases have answered, a moment later.
  const last = answer === undefined && device ? lastList(device.databases, key) : undefined
  return { rows: answer ?? last ?? NONE, isLoading: isLoading && last === undefined }
}

/**
 * Returns the records of a master by name: this device's copies at once and offline, or the server's list if the device
 * has none. `filter` contains values of fields, and `k` a word.
 */
export function useMasters<Key extends MasterKey>(
  key: Key,
  filter: MasterFilter = {},
  isWanted = true,
): Masters<MasterRecordOf<Key>> {
  const master = findMaster(key)
  const session = useSession()
  const copies = useMasterCopies(key)
  const isHeld = master !== undefined && holdsCopies(master, session)
  const hasCopies = isHeld && copies.rows.length > 0
  const asked = useServerMasters(key, filter, isWanted && !hasCopies && !(isHeld && copies.isLoading))
  const filterText = JSON.stringify(filter)
  const picked = useMemo(
    () => (master ? pickMasters(master, copies.rows, JSON.parse(filterText) as MasterFilter) : NONE),
    [master, copies.rows, filterText],
  )
  const found: Masters<MasterRecord> = hasCopies
    ? { rows: picked, isLoading: false, isFromDevice: true }
    : { ...asked, isLoading: isWanted && master !== undefined && asked.isLoading, isFromDevice: false }
  return found as unknown as Masters<MasterRecordOf<Key>>
}

interface Asked {
  question: string
  rows: readonly MasterRecord[]
  asOf?: Date
  error?: Error
}

/** Returns the server's own list, queried again whenever this page changes the master. */
function useServerMasters(key: MasterKey, filter: MasterFilter, isWanted: boolean) {
  const [state, setState] = useState<Asked>()
  const [round, setRound] = useState(0)
  const question = `${key} ${JSON.stringify(filter)}`

  useEffect(() => {
    const news = masterNews$.pipe(only((changed) => changed === key)).subscribe(() => setRound((n) => n + 1))
    return () => news.unsubscribe()
  }, [key])

  useEffect(() => {
    const master = findMaster(key)
    if (!isWanted || !master) return undefined
    const left = new AbortController()
    const asked = JSON.parse(question.slice(key.length + 1)) as MasterFilter
    askAllMasters(master, asked, left.signal).then(
      (rows) => setState({ question, rows: inOrder(rows), asOf: new Date() }),
      (error: Error) => {
        if (left.signal.aborted) return
        setState((before) => ({ question, rows: before?.question === question ? before.rows : NONE, error }))
      },
    )
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a round asks anew without being part of the question
  }, [key, question, isWanted, round])

  const current = state?.question === question ? state : undefined
  return { rows: current?.rows ?? NONE, asOf: current?.asOf, error: current?.error, isLoading: !current }
}

/** Fetches new data for the copies when a list of them opens. */
export function refreshCopies(): void {
  currentDevice()?.refresh()
}

/** Prefetches the content of these lists while the page is idle. */
export function readAhead(keys: readonly MasterKey[]): void {
  const databases = currentDevice()?.databases
  // A list that cannot be prefetched reports its error when it is opened.
  if (databases) void warmMasters(databases, keys).catch(() => undefined)
}
