import type { Databases } from '#src/db/open-databases.ts'
import type { Twin } from './twin.ts'

/** Drops acknowledged commands: a restored server does not get them back. */
export const journalDropped: Twin = {
  name: 'journal dropped at ack',
  what: 'forgets a change as soon as the server has acknowledged it',
  schedule: 'restored backup',
  runs: 12,
  breaks: [
    'nothing acknowledged is lost',
    'cash that is said to be kept is there',
    'what a screen calls filed is filed',
  ],
  options: () => ({ twist: { databases: forgetful } }),
}

function forgetful(databases: Databases): Databases {
  const { journal } = databases.work
  const none = journal.bulkPut.bind(journal, [])
  Object.assign(journal, { bulkPut: () => none() })
  return databases
}
