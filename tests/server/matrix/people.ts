/**
 * The callers: one person for each role of the demo, an unauthenticated caller, and the administrator of
 * another client.
 */
export const PEOPLE = [
  { column: 'admin', username: 'admin.sanjeevani' },
  { column: 'manager', username: 'manager.andheri' },
  { column: 'desk', username: 'desk.andheri' },
  { column: 'reception', username: 'reception.andheri' },
  { column: 'senior', username: 'dr.mehta' },
  { column: 'radiologist', username: 'dr.iyer' },
  { column: 'resident', username: 'dr.kulkarni' },
  { column: 'technician', username: 'tech.andheri' },
  { column: 'clinic', username: 'dr.rao' },
  { column: 'referrer', username: 'ref.bhat' },
  { column: 'patient', username: 'patient.asha' },
  { column: 'platform', username: 'platform' },
  { column: 'nobody', username: undefined },
  { column: 'stranger', username: 'admin.alnoor' },
] as const satisfies readonly { column: string; username: string | undefined }[]

export type Person = (typeof PEOPLE)[number]
export type Column = Person['column']

/** Whose records a call names. */
export const WHOSE = ['own', 'branch', 'client'] as const
/** Of the own branch, of a branch where none of them works, or of another client. */
export type Whose = (typeof WHOSE)[number]
