import { Refusal } from '#contract/kernel/error-codes.ts'

/** Returns the trimmed reason; throws `reason_needed` if it is empty. */
export function demandReason(reason: string): string {
  const why = reason.trim()
  if (why === '') throw new Refusal('reason_needed')
  return why
}
