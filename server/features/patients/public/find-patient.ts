import type { Tx } from '#server/kernel/context.ts'

/** A patient of the centre as stored. */
export type StoredPatient = NonNullable<Awaited<ReturnType<typeof findPatient>>>

export function findPatient(
  tx: Tx,
  clientId: string,
  by: { id: string } | { pat_id: string } | { user_id: string },
) {
  const [[column, value]] = Object.entries(by) as [['id' | 'pat_id' | 'user_id', string]]
  return tx
    .selectFrom('patient')
    .selectAll()
    .where('client_id', '=', clientId)
    .where(column, '=', value)
    .where('hidden', 'is', null)
    .executeTakeFirst()
}

export const patientName = ({ fname, lname }: Pick<StoredPatient, 'fname' | 'lname'>) =>
  [fname, lname].filter(Boolean).join(' ')
