/** The part of a consent's row that decides whether it is in force. */
export interface ConsentFact {
  id: string
  consent_form_id: string
  kind: 'Signed' | 'Withdrawn'
  withdraws_id: string | null
  created: string
}

/** The consents of a form that were not withdrawn, newest first. */
export function standingConsents<Row extends ConsentFact>(rows: readonly Row[], formId: string): Row[] {
  const withdrawn = new Set(rows.map(({ withdraws_id }) => withdraws_id))
  return rows
    .filter((row) => row.consent_form_id === formId && row.kind === 'Signed' && !withdrawn.has(row.id))
    .sort((a, b) => b.created.localeCompare(a.created) || b.id.localeCompare(a.id))
}

/** The record that withdrew a consent; undefined while it is in force. */
export const withdrawalOf = <Row extends ConsentFact>(rows: readonly Row[], id: string): Row | undefined =>
  rows.find(({ withdraws_id }) => withdraws_id === id)
