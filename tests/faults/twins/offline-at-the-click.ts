import { type Command, syncCalls } from '#contract/calls/sync.ts'
import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import type { SimDevice } from '../sim/device.ts'
import type { Tab } from '../sim/tab.ts'
import type { Twin } from './twin.ts'

/**
 * Records the network's state at the click, and never again: a change that the app continues offline still
 * counts as made online.
 */
export const offlineAtTheClick: Twin = {
  name: '`made_offline` fixed at the click',
  what: 'counts a change as made offline only where the line was known to be gone at the click',
  schedule: 'slow answers',
  runs: 40,
  breaks: ['what is kept is accepted'],
  options: () => {
    const clicks = new WeakMap<SimDevice, Map<string, boolean>>()
    const of = ({ device }: Tab) => {
      const known = clicks.get(device) ?? new Map<string, boolean>()
      clicks.set(device, known)
      return known
    }
    return {
      twist: {
        databases: (databases, tab) => noting(databases, tab, of(tab)),
        ports: (ports, tab) => ({ ...ports, call: asClicked(ports.call, of(tab)) }),
      },
    }
  },
}

function noting(databases: Databases, tab: Tab, wasOffline: Map<string, boolean>): Databases {
  const { outbox } = databases.work
  const add = outbox.add.bind(outbox)
  Object.assign(outbox, {
    add: (row: OutboxRow) => {
      wasOffline.set(row.id, !tab.link.state().online)
      return add(row)
    },
  })
  return databases
}

const asClicked =
  (call: Caller, wasOffline: ReadonlyMap<string, boolean>): Caller =>
  (target, input, options) => {
    if (target.key !== syncCalls.commands.key) return call(target, input, options)
    const { commands, ...rest } = input as unknown as { commands: Command[] }
    const told = commands.map((command) => ({
      ...command,
      made_offline: wasOffline.get(command.id) ? true : undefined,
    }))
    return call(target, { ...rest, commands: told } as never, options)
  }
