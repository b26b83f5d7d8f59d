/** What somebody with a link is asked before results are shown: something that the link alone does not tell. */
export const PROOF_KINDS = ['birth_date', 'pat_id'] as const
export type ProofKind = (typeof PROOF_KINDS)[number]

/** Tries within the window of the throttle (docs/people.md#tenants). */
export const PROOF_TRIES = 5

/** Who the results are of. */
export interface ProvenPerson {
  birth_date: string | null
  pat_id: string
}

/** The date of birth; the patient's number where no date is known; undefined where nothing is there to ask for. */
export function proofKindOf({ birth_date, pat_id }: ProvenPerson): ProofKind | undefined {
  if (birth_date) return 'birth_date'
  return pat_id.trim() === '' ? undefined : 'pat_id'
}

/** Whether the answer is the person's own; letters of a patient's number may be typed large or small. */
export function isProof(person: ProvenPerson, answer: string): boolean {
  const kind = proofKindOf(person)
  if (kind === 'birth_date') return answer.trim() === person.birth_date
  return kind === 'pat_id' && answer.trim().toLowerCase() === person.pat_id.trim().toLowerCase()
}
