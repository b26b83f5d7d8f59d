import { filter } from 'rxjs'
import type { Twin } from './twin.ts'

/** A tab without a heartbeat from the leader takes the lead at once, without waiting for a reply to its question. */
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
