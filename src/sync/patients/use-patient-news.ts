import { readWaiting } from '#src/db/waiting-changes.ts'
import type { Device } from '../device.ts'
import { useLiveRead } from '../use-live-read.ts'

/**
 * Changes whenever a patient of this device did: a list that shows the server's answer asks again by it. Of the newest
 * copy, how many there are, and what waits; nothing is opened.
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
