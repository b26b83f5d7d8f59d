import { useEffect, useMemo, useState } from 'react'
import { filter as only } from 'rxjs'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { useSession } from '../session/session.ts'
import { askMasterPage, type MasterPage } from './ask-masters.ts'
import { holdsCopies } from './holds-copies.ts'
import { masterNews$ } from './master-news.ts'
import type { MasterRecord, RecordOf } from './master-of.ts'
import { type MasterFilter, pickMasters } from './pick-masters.ts'
import { useMasterCopies } from './use-masters.ts'

/** The state of a list: one page, and how to refresh it. */
export interface MasterPageState<Record> {
  rows: readonly Record[]
  start: number
  totalRecords: number
  isLoading: boolean
  isFromDevice: boolean
  error?: Error
  refresh: () => void
}

export interface PageQuestion<M extends AnyMaster> {
  filter: MasterFilter
  page: number
  pageSize: number
  /** The client that the platform administrator inspects: its records are only on the server. */
  clientId?: string | undefined
  /** A filter that no field expresses, applied to copies on the device. */
  fits?: (record: RecordOf<M>) => boolean
}

/**
 * Returns one page of a master's list: from the copies if this device has them, at once and offline; otherwise from the
 * server, whose last page stays until the next one arrives.
 */
export function useMasterPage<M extends AnyMaster>(
  master: M,
  { clientId, ...asked }: PageQuestion<M>,
): MasterPageState<RecordOf<M>> {
  const question =
    clientId === undefined ? asked : { ...asked, filter: { ...asked.filter, client_id: clientId } }
  const session = useSession()
  const copies = useMasterCopies(master.key)
  const isHeld = clientId === undefined && holdsCopies(master, session)
  const hasCopies = isHeld && copies.rows.length > 0
  const isShort = master.pagesOnDevice === true
  const wanted = !hasCopies && !(isHeld && copies.isLoading)
  const fromServer = useServerPage(master, isShort ? WHOLE : question, wanted)
  const local = useLocalPage(master, isShort ? fromServer.rows : copies.rows, question)
  const found: Omit<MasterPageState<MasterRecord>, 'refresh'> = hasCopies
    ? { ...local, isLoading: false, isFromDevice: true }
    : { ...fromServer, ...(isShort ? local : {}) }
  return { ...found, refresh: fromServer.refresh } as unknown as MasterPageState<RecordOf<M>>
}

function useLocalPage<M extends AnyMaster>(
  master: M,
  copies: readonly MasterRecord[],
  { filter, page, pageSize, fits }: PageQuestion<M>,
): MasterPage {
  const filterText = JSON.stringify(filter)
  const picked = useMemo(() => {
    const fitting = fits ? copies.filter((record) => fits(record as unknown as RecordOf<M>)) : copies
    return pickMasters(master, fitting, JSON.parse(filterText) as MasterFilter)
  }, [master, copies, filterText, fits])
  return useMemo(() => {
    // If the rows of a page were deleted, show the last page that has any.
    const last = Math.max(1, Math.ceil(picked.length / pageSize))
    const start = (Math.min(page, last) - 1) * pageSize
    return { rows: picked.slice(start, start + pageSize), start, totalRecords: picked.length }
  }, [picked, page, pageSize])
}

/** The query of a short list that is searched and paged here. */
const WHOLE: PageQuestion<AnyMaster> = { filter: {}, page: 1, pageSize: 1000 }
const EMPTY: MasterPage = { rows: [], start: 0, totalRecords: 0 }

function useServerPage<M extends AnyMaster>(
  master: M,
  { filter, page, pageSize }: Pick<PageQuestion<M>, 'filter' | 'page' | 'pageSize'>,
  isWanted: boolean,
) {
  const [state, setState] = useState<{ question: string; answer?: MasterPage; error?: Error }>()
  const [round, setRound] = useState(0)
  const question = JSON.stringify({ key: master.key, filter, page, pageSize })

  useEffect(() => {
    const news = masterNews$.pipe(only((key) => key === master.key)).subscribe(() => setRound((n) => n + 1))
    return () => news.unsubscribe()
  }, [master.key])

  useEffect(() => {
    if (!isWanted) return undefined
    const left = new AbortController()
    const asked = JSON.parse(question) as { filter: MasterFilter; page: number; pageSize: number }
    askMasterPage(master, asked.filter, asked, left.signal).then(
      (answer) => setState({ question, answer }),
      (error: Error) => {
        if (!left.signal.aborted) setState((before) => ({ question, answer: before?.answer, error }))
      },
    )
    return () => left.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- a round asks anew without being part of the question
  }, [master, question, isWanted, round])

  return {
    ...(state?.answer ?? EMPTY),
    error: state?.question === question ? state.error : undefined,
    // While the copies are being read, nothing is queried yet and nothing is known.
    isLoading: !state,
    isFromDevice: false,
    refresh: () => setRound((n) => n + 1),
  }
}
