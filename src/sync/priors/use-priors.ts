import { useEffect, useState } from 'react'
import type { PriorMarkRow, PriorsRow } from '#src/db/cache-database.ts'
import type { PriorsBody } from '#src/db/tables.ts'
import { callApi } from '../api/call-api.ts'
import { currentDevice } from '../current-device.ts'
import { useLink } from '../link/use-link.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { askPriors } from './keep-priors.ts'

export interface Priors {
  /** What this device holds of the former studies; absent where they were never brought here. */
  told?: PriorsBody
  /** When the server last said that it is so. */
  at?: Date
  isLoading: boolean
  /** Why the server did not tell now. */
  error?: Error
}

/**
 * The former studies of a study: what this device holds of them, asked anew of the server when they are looked at and
 * whenever it can be reached again.
 */
export function usePriors(studyId: string): Priors {
  const { online } = useLink()
  const here = useLive(priorsOf(studyId), studyId)
  const [asked, setAsked] = useState<{ studyId: string; error?: Error }>()
  useEffect(() => {
    const databases = currentDevice()?.databases
    if (!online || !databases) return undefined
    const left = new AbortController()
    const ports = { call: callApi, now: Date.now, signal: left.signal, opened: true }
    askPriors(databases, [studyId], ports).then(
      async () => {
        await databases.cache.priorMarks.update(studyId, { usedAt: Date.now() })
        if (!left.signal.aborted) setAsked({ studyId })
      },
      (error: Error) => {
        if (!left.signal.aborted) setAsked({ studyId, error })
      },
    )
    return () => left.abort()
  }, [studyId, online])
  const { told, at } = here.answer ?? {}
  const answered = asked?.studyId === studyId ? asked : undefined
  return {
    told,
    at: at ? new Date(at) : undefined,
    isLoading: here.isLoading || (online && !told && !answered),
    error: answered?.error ?? here.error,
  }
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
