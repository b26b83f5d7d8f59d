import { Refusal } from '#contract/kernel/error-codes.ts'
import type { AnyMaster } from '#contract/masters/engine/define-master.ts'
import { invalid } from '#server/kernel/http/read-input.ts'

const UNIQUE_VIOLATION = '23505'

/**
 * What the sender is told where a unique index refused the row: the name is taken already. Undefined for any other
 * error. Two saves of one new id at the same moment meet in its key: the later one comes again and finds it done.
 */
export function takenName({ unique = 'name' }: AnyMaster, error: unknown): Refusal | undefined {
  const { code, constraint = '' } = error as { code?: string; constraint?: string }
  if (code !== UNIQUE_VIOLATION) return undefined
  if (constraint.endsWith('_pkey')) return new Refusal('in_progress', undefined, { retry_after: 1 })
  return invalid({ [unique]: 'is taken already' })
}
