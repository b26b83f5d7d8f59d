import { type Command, syncCalls } from '#contract/calls/sync.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import type { Tab } from '../sim/tab.ts'
import type { Twin } from './twin.ts'

/** Removes a command from the outbox when it is sent: a lost request loses the command. */
export const removeBeforeSend: Twin = {
  name: 'remove before send',
  what: 'takes a command out of the outbox when it is sent',
  schedule: 'lost answers',
  runs: 20,
  breaks: ['nothing acknowledged is lost'],
  options: () => ({
    twist: { ports: (ports, tab) => ({ ...ports, call: removing(ports.call, tab) }) },
  }),
}

const removing =
  (call: Caller, { databases }: Tab): Caller =>
  async (target, input, options) => {
    if (target.key === syncCalls.commands.key) {
      const { commands } = input as unknown as { commands: Command[] }
      await databases.work.outbox.bulkDelete(commands.map(({ id }) => id))
    }
    return call(target, input, options)
  }
