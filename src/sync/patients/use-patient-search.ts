import { useEffect, useMemo, useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { ALL_PAGE_SIZE } from '#contract/kernel/paging.ts'
import { useLink } from '../link/use-link.ts'
import { type FoundThere, joinFound, searchPatientsHere, searchPatientsThere } from './search.ts'

/** Found patients, as far as they are known now. */
export interface FoundPatients {
  patients: readonly PatientRow[]
  /** More are found than are asked for. */
  hasMore: boolean
  /** False until the device has answered. */
  isReady: boolean
  /** The server is still being asked. */
  isAsking: boolean
  /** The server could not be asked: the device's patients alone are shown. */
  isFromDevice: boolean
}

interface State {
  /** What the answers are to, and the text of it. */
  key: string
  k: string
  here: readonly PatientRow[]
  there: FoundThere | undefined
  isReady: boolean
  isAsking: boolean
  isFromDevice: boolean
}

/** Long enough that a word typed in one go is one question to the server. */
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
 * Patients that a text finds: this device's at once, the server's among them while it can be reached. What stands there
 * moves only for a surer one (docs/decisions/165), and stays where it is as `limit` grows.
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
      // All that the device has: which of its patients the server names as well must not hang on how many are shown.
      const here = await searchPatientsHere({ k, dob, limit: ALL_PAGE_SIZE }).catch(() => [])
      tell((before) => ({
        key,
        k,
        here,
        // The same text again, with more asked for: what the server said of it stays.
        there: before.key === key ? before.there : undefined,
        isReady: true,
        isAsking: online,
        isFromDevice: !online,
      }))
      if (!online) return
      await pause(TYPING_MS)
      if (signal.aborted) return
      // Many of its answers are the device's own: as many again leave enough of the others.
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
