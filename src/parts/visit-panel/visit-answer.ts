import { createContext, useContext } from 'react'
import type { VisitRow } from '#contract/calls/visit-records.ts'

/** Receives a visit that the server returned: shown if this device has no copy of it. */
export type TakeVisit = (visit: VisitRow) => void

export const VisitAnswer = createContext<TakeVisit>(() => undefined)

/** Receives a call's answer from anywhere in the panel. */
export const useVisitAnswer = (): TakeVisit => useContext(VisitAnswer)
