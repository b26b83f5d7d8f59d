import { useEffect, useMemo, useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { useLink } from '../link/use-link.ts'
import { type FoundThere, joinFound, searchPatientsHere, searchPatientsThere } from './search.ts'

/** Search results so far. */
export interface FoundPatients {
  patients: readonly PatientRow[]
  /** There are more matches than requested. */
  hasMore: boolean
  /** False until the device has answered. */
  isReady: boolean
  /** The server is still being queried. */
  isAsking: boolean
  /** The server could not be reached: only the device's patients are shown. */
  isFromDevice: boolean
}

interface State {
  /** The query of the results, and its text. */
  key: string
  k: string
  here: readonly PatientRow[]
  there: FoundThere | undefined
  isReady: boolean
  isAsking: boolean
  isFromDevice: boolean
}

/** Long enough that a word typed in one go is one query to the server. */
const TYPING_MS = 250

const NOTHING: State = {
  key: '',
  k: '',
  here: [],
  there: undefined,
  isReady: false,
  isAsking: true,
  isFromDevice: false,
}

/**
 * Returns the patients that match a text: this device's at once, merged with the server's when online. Rows move only
 * for a better match (docs/decisions/165), and stay in place as `limit` grows.
 */
export function usePatientSearch(k: string, dob: string | undefined, limit: number): FoundPatients {
  const { online } = useLink()
  const [state, setState] = useState(NOTHING)
  const key = JSON.stringify([k, dob])
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const tell = (change: (before: State) => State) => {
      if (!signal.aborted) setState(change)
    }
    const run = async () => {
      // All matches of the device, so that overlap with the server does not depend on how many are shown.
      const here = await searchPatientsHere({ k, dob, limit: ALL_PAGE_SIZE }).catch(() => [])
      tell((before) => ({
        key,
        k,
        here,
        // The same text with a larger limit: keep the server's results.
        there: before.key === key ? before.there : undefined,
        isReady: true,
        isAsking: online,
        isFromDevice: !online,
      }))
      if (!online) return
      await pause(TYPING_MS)
      if (signal.aborted) return
      // Many of its results are on the device too: twice as many leave enough others.
      const there = await searchPatientsThere({ k, dob, limit: limit * 2 }, signal).catch(() => undefined)
      tell((before) => ({
        ...before,
        there: there ?? before.there,
        isAsking: false,
        isFromDevice: there === undefined,
      }))
    }
    void run()
    return () => left.abort()
  }, [key, k, dob, limit, online])

  const { here, there, isReady, isAsking, isFromDevice } = state
  const joined = useMemo(() => joinFound(here, there?.patients ?? [], state.k), [here, there, state.k])
  const hasMore = joined.length > limit || (there !== undefined && there.total > there.patients.length)
  return { patients: joined.slice(0, limit), hasMore, isReady, isAsking, isFromDevice }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
