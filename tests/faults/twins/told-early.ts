import type { Twin } from './twin.ts'

/** Reports a change as stored at the click, before the transaction has completed. */
export const toldEarly: Twin = {
  name: 'acknowledged before the transaction completes',
  what: 'says that a change is kept before it is',
  schedule: 'frozen tabs',
  runs: 60,
  breaks: ['nothing acknowledged is lost'],
  options: () => ({ isToldEarly: true }),
}
