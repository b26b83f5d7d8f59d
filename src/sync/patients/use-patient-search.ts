import { useEffect, useState } from 'react'
import type { PatientRow } from '#contract/calls/patient-desk.ts'
import { useLink } from '../link/use-link.ts'
import { joinFound, searchPatientsHere, searchPatientsThere } from './search.ts'

/** Found patients, as far as they are known now. */
export interface FoundPatients {
  patients: readonly PatientRow[]
  /** False until the device has answered. */
  isReady: boolean
  /** The server is still being asked. */
  isAsking: boolean
  /** The server could not be asked: the device's patients alone are shown. */
  isFromDevice: boolean
}

/** Long enough that a word typed in one go is one question to the server. */
const TYPING_MS = 250

const NOTHING: FoundPatients = { patients: [], isReady: false, isAsking: true, isFromDevice: false }

/**
 * Patients that a text finds: this device's at once, the server's behind them while it can be reached. What stands there
 * never moves when more comes in.
 */
export function usePatientSearch(k: string, dob: string | undefined, limit: number): FoundPatients {
  const { online } = useLink()
  const [state, setState] = useState(NOTHING)
  useEffect(() => {
    const left = new AbortController()
    const { signal } = left
    const question = { k, dob, limit }
    const run = async () => {
      const here = await searchPatientsHere(question).catch(() => [])
      if (signal.aborted) return
      setState({ patients: here, isReady: true, isAsking: online, isFromDevice: !online })
      if (!online) return
      await pause(TYPING_MS)
      if (signal.aborted) return
      const there = await searchPatientsThere(question, signal).catch(() => undefined)
      if (signal.aborted) return
      const patients = joinFound(here, there ?? [], limit)
      setState({ patients, isReady: true, isAsking: false, isFromDevice: there === undefined })
    }
    void run()
    return () => left.abort()
  }, [k, dob, limit, online])
  return state
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))
