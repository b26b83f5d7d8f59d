import { useState } from 'react'
import type { LikelyPatient, PatientRow } from '#contract/calls/patient-desk.ts'

/** The person's decision about possible duplicates. */
export type Decision = { use: PatientRow } | 'another' | 'back'

/** Possible duplicates, waiting for a decision. */
export interface LikelyChoice {
  patients: readonly LikelyPatient[]
  decide: (decision: Decision) => void
}

/** Shows possible duplicates of a patient and waits for the decision about them. */
export function useLikelyChoice() {
  const [likely, setLikely] = useState<LikelyChoice>()
  const askAbout = async (patients: readonly LikelyPatient[]): Promise<Decision> => {
    const { promise, resolve } = Promise.withResolvers<Decision>()
    setLikely({ patients, decide: resolve })
    const decision = await promise
    setLikely(undefined)
    return decision
  }
  return { likely, askAbout }
}
