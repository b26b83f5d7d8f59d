import { ERROR_CODES } from '#contract/kernel/error-codes.ts'
import type { LastError } from '#src/db/work-database.ts'

/** Why the last try did not take effect, in plain words; the message of a refusal is sealed elsewhere. */
export function problemWords({ kind, code, status }: LastError): string {
  if (code !== undefined) return ERROR_CODES[code].message
  if (kind === 'network') return 'The server could not be reached.'
  if (kind === 'session') return 'Waits for the next sign-in.'
  if (kind === 'dependency') return ERROR_CODES.dependency.message
  return `The server answered with status ${status ?? 'unknown'}.`
}
