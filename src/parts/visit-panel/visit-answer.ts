import { createContext, useContext } from 'react'
import type { VisitRow } from '#contract/calls/visit-records.ts'

/** Takes a visit that the server answered: what this device holds no copy of is shown by it. */
export type TakeVisit = (visit: VisitRow) => void

export const VisitAnswer = createContext<TakeVisit>(() => undefined)

/** Where a call's answer goes, from anywhere in the panel. */
export const useVisitAnswer = (): TakeVisit => useContext(VisitAnswer)
