import { createHash } from 'node:crypto'
import type { FormFEntry } from '#contract/calls/form-f.ts'
import { type MonthText, monthRange } from '#domain/money/month-lock.ts'
import type { PndtBranch } from '#domain/pndt/form-f-start.ts'
import { addDays, startOfDay } from '#domain/time/zones.ts'
import type { Tx } from '#server/kernel/context.ts'
import { selectEntries } from './register-entries.ts'

/** The register of a branch's month, on its own clock. */
export function selectMonthEntries(
  tx: Tx,
  clientId: string,
  branch: PndtBranch & { id: string; time_zone: string },
  month: MonthText,
): Promise<FormFEntry[]> {
  const { from, to } = monthRange(month)
  return selectEntries(tx, clientId, branch, {
    from: startOfDay(from, branch.time_zone),
    until: startOfDay(addDays(to, 1), branch.time_zone),
  })
}

/**
 * Returns the SHA-256, in hex, of what a report says of these ultrasounds: which they are, of whom, and when each part was
 * signed (signed parts never change). Names of services and machines are left out: they are renamed without any ultrasound
 * changing.
 */
export function registerDigest(entries: readonly FormFEntry[]): string {
  const told = entries.map((entry) => [
    entry.id,
    entry.started_on,
    entry.pat_id,
    entry.name,
    entry.machine_no,
    entry.woman_on,
    entry.doctor_on,
    entry.result_on,
    entry.invasive_on,
    entry.invasive_result_on,
  ])
  return createHash('sha256').update(JSON.stringify(told)).digest('hex')
}
