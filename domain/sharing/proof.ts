/** The proof required from the holder of a link before results are shown: something that the link does not contain. */
export const PROOF_KINDS = ['birth_date', 'pat_id'] as const
export type ProofKind = (typeof PROOF_KINDS)[number]

/** Tries per throttle window (docs/people.md#tenants). */
export const PROOF_TRIES = 5

/** The person whose results they are. */
export interface ProvenPerson {
  birth_date: string | null
  pat_id: string
}

/** The date of birth; the patient's number if no date is known; undefined if there is nothing to ask for. */
export function proofKindOf({ birth_date, pat_id }: ProvenPerson): ProofKind | undefined {
  if (birth_date) return 'birth_date'
  return pat_id.trim() === '' ? undefined : 'pat_id'
}

/** Whether the response is correct; the case of a patient's number is ignored. */
export function isProof(person: ProvenPerson, answer: string): boolean {
  const kind = proofKindOf(person)
  if (kind === 'birth_date') return answer.trim() === person.birth_date
  return kind === 'pat_id' && answer.trim().toLowerCase() === person.pat_id.trim().toLowerCase()
}
