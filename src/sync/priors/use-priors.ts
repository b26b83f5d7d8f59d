import { useEffect, useRef, useState } from 'react'
import type { PriorMarkRow, PriorsRow } from '#src/db/cache-database.ts'
import type { PriorsBody } from '#src/db/tables.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { askPriors } from './keep-priors.ts'

export interface Priors {
  /** The prior studies on this device; absent if they were never fetched. */
  told?: PriorsBody
  /** When the server last confirmed it. */
  at?: Date
  isLoading: boolean
  /** Why the server did not answer now. */
  error?: Error
}

/**
 * Returns the prior studies of a study: this device's data, refreshed from the server when they are viewed, whenever it
 * can be reached again, and once if what was shown is deleted from this device.
 */
export function usePriors(studyId: string): Priors {
  const { online } = useLink()
  const here = useLive(priorsOf(studyId), studyId)
  const [asked, setAsked] = useState<{ studyId: string; round: number; error?: Error }>()
  const round = useLosses(studyId, here)
  useEffect(() => {
    const databases = currentDevice()?.databases
    if (!online || !databases) return undefined
    const left = new AbortController()
    const ports = { call: callApi, now: Date.now, signal: left.signal, opened: true }
    askPriors(databases, [studyId], ports).then(
      () => {
        if (!left.signal.aborted) setAsked({ studyId, round })
      },
      (error: Error) => {
        if (!left.signal.aborted) setAsked({ studyId, round, error })
      },
    )
    return () => left.abort()
  }, [studyId, online, round])
  const { told, at } = here.answer ?? {}
  const answered = asked?.studyId === studyId && asked.round === round ? asked : undefined
  return {
    told,
    at: at ? new Date(at) : undefined,
    isLoading: here.isLoading || (online && !told && !answered),
    error: answered?.error ?? here.error,
  }
}

/** Counts how often the shown data of a study was deleted from the device while it was viewed. */
function useLosses(
  studyId: string,
  { answer, isLoading }: { answer?: { told?: PriorsBody }; isLoading: boolean },
): number {
  const [losses, setLosses] = useState(0)
  const shown = useRef<string>(undefined)
  const isHeld = answer?.told !== undefined
  useEffect(() => {
    if (isHeld) shown.current = studyId
    else if (!isLoading && shown.current === studyId) {
      shown.current = undefined
      setLosses((n) => n + 1)
    }
  }, [isHeld, isLoading, studyId])
  return losses
}

interface Stored {
  row: PriorsRow | undefined
  mark: PriorMarkRow | undefined
}

const priorsOf = (studyId: string): LiveQuestion<Stored, { told?: PriorsBody; at?: number }> => ({
  read: async ({ databases: { cache } }) => {
    const [row, mark] = await Promise.all([cache.priors.get(studyId), cache.priorMarks.get(studyId)])
    return { row, mark }
  },
  open: async ({ row, mark }, { databases }) =>
    row && mark ? { told: (await databases.priors.open(row)).body, at: mark.askedAt } : {},
})
