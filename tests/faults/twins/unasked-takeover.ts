import { filter } from 'rxjs'
import type { Twin } from './twin.ts'

/** A tab that hears no sign of life takes the lead at once: the answer to its question counts for nothing. */
export const unaskedTakeover: Twin = {
  name: 'unasked takeover',
  what: 'takes the lead from a tab whose timers are slow',
  schedule: 'hidden tabs',
  runs: 20,
  breaks: ['the lead stays with a tab that is well'],
  options: () => ({
    twist: {
      ports: ({ channel, ...ports }) => ({
        ...ports,
        channel: { ...channel, messages$: channel.messages$.pipe(filter(({ kind }) => kind !== 'here')) },
      }),
    },
  }),
}
