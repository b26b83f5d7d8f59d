import { readWaiting } from '#src/db/waiting-changes.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'

/**
 * Changes whenever a patient of this device did: a list that shows the server's answer asks again by it. Of the newest
 * copy, how many there are, and what waits; nothing is opened.
 */
export function usePatientNews(): string {
  return useLive(NEWS, 'patient news').answer ?? ''
}

const NEWS: LiveQuestion<string, string> = {
  read: async ({ databases: { cache, work } }) => {
    const [newest, count, waiting] = await Promise.all([
      cache.patients.orderBy('at').last(),
      cache.patients.count(),
      readWaiting(work, 'patient'),
    ])
    const waits = waiting.map(({ command, ackedRev }) => `${command}:${ackedRev ?? ''}`)
    return [newest?.id, newest?.rev, newest?.at, count, ...waits].join(' ')
  },
  open: (news) => Promise.resolve(news),
}
