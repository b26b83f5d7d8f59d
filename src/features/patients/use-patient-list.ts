import { useEffect, useState } from 'react'
import { type PatientRow, patientDeskCalls } from '#contract/calls/patient-desk.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { OfflineError } from '#src/sync/api/errors.ts'
import { useDevice } from '#src/sync/current-device.ts'
import type { Shown } from '#src/sync/desk/merged-record.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { searchPatientsHere } from '#src/sync/patients/search.ts'
import { usePatientNews } from '#src/sync/patients/use-patient-news.ts'

/** The filter of the page. */
export interface PatientFilter {
  k: string
  dob: string
  needsMerge: boolean
}

/** The page number, from 1, and the page size. */
export interface PageAsked {
  page: number
  pageSize: number
}

/** A patient of the list; marked if only this device has it. */
export type ListedPatient = PatientRow & { isWaiting?: boolean }

export interface PatientList {
  rows: readonly ListedPatient[]
  start: number
  total: number
  isLoading: boolean
  /** Whether the rows come from the device because the server was unreachable. */
  isFromDevice: boolean
  error: Error | undefined
  refresh: () => void
}

interface Answer {
  key: string
  rows: readonly ListedPatient[]
  total: number
  isFromDevice: boolean
  error?: Error
}

/** The maximum number of patients that are paged from this device without the server. */
const HERE_MAX = 10_000

/**
 * Returns a page of patients: first this device's, then the server's as soon as they arrive. Patients that
 * only this device has precede the server's first page.
 */
export function usePatientList(filter: PatientFilter, { page, pageSize }: PageAsked): PatientList {
  const { online } = useLink()
  const hasDevice = useDevice() !== undefined
  const news = usePatientNews()
  const [answer, setAnswer] = useState<Answer>()
  const [round, setRound] = useState(0)
  const key = JSON.stringify([filter, page, pageSize, online, round, news])
  const start = (page - 1) * pageSize

  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const tell = (next: Omit<Answer, 'key'>) => {
      if (!signal.aborted) setAnswer({ key, ...next })
    }
    const run = async () => {
      const here = hasDevice ? await findHere(filter).catch(() => []) : []
      const pageHere = here.slice(start, start + pageSize)
      if (!online) return tell({ rows: pageHere, total: here.length, isFromDevice: true })
      // Shows only the first page before the server responds; the rows of a later page would move while being
      // read.
      if (page === 1 && pageHere.length > 0 && !signal.aborted)
        setAnswer((before) => before ?? { key: '', rows: pageHere, total: here.length, isFromDevice: false })
      try {
        const { result } = await callApi(patientDeskCalls.patients, inputOf(filter, { page, pageSize }), {
          signal,
        })
        const waiting = page === 1 ? here.filter(({ isWaiting, rev }) => isWaiting && rev === 0) : []
        const ids = new Set(result.data.map(({ id }) => id))
        const own = waiting.filter(({ id }) => !ids.has(id))
        tell({
          rows: [...own, ...result.data],
          total: result.page.total_records + own.length,
          isFromDevice: false,
        })
      } catch (problem) {
        const isOffline = problem instanceof OfflineError
        const error = problem instanceof Error ? problem : new Error(String(problem))
        tell({ rows: pageHere, total: here.length, isFromDevice: true, ...(!isOffline && { error }) })
      }
    }
    void run()
    return () => left.abort()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what the question depends on
  }, [key, hasDevice])

  return {
    rows: answer?.rows ?? [],
    start,
    total: answer?.total ?? 0,
    isLoading: answer?.key !== key,
    isFromDevice: answer?.isFromDevice ?? false,
    error: answer?.error,
    refresh: () => setRound((n) => n + 1),
  }
}

async function findHere({ k, dob, needsMerge }: PatientFilter): Promise<Shown<'patient'>[]> {
  const found = await searchPatientsHere({ k, dob: dob || undefined, limit: HERE_MAX })
  return needsMerge ? found.filter((patient) => patient.needs_merge === 1) : found
}

const inputOf = ({ k, dob, needsMerge }: PatientFilter, { page, pageSize }: PageAsked) => ({
  p: page,
  ps: pageSize,
  ...(k.trim() !== '' && { k: k.trim() }),
  ...(dob !== '' && { dob }),
  ...(needsMerge && { needs_merge: '1' as const }),
})
