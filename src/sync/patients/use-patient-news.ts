import { readWaiting } from '#src/db/waiting-changes.ts'
import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'

/**
 * Returns a value that changes whenever a patient of this device changes: a list from the server then queries again.
 * Built from the newest copy, the count and the waiting changes; opens no row.
 */
export function usePatientNews(): string {
  return useLiveRead(readNews) ?? ''
}

async function readNews({ databases: { cache, work } }: Device): Promise<string> {
  const [newest, count, waiting] = await Promise.all([
    cache.patients.orderBy('at').last(),
    cache.patients.count(),
    readWaiting(work, 'patient'),
  ])
  const waits = waiting.map(({ command, ackedRev }) => `${command}:${ackedRev ?? ''}`)
  return [newest?.id, newest?.rev, newest?.at, count, ...waits].join(' ')
}
