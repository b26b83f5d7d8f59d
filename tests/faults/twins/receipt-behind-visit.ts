import type { Databases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import type { Twin } from './twin.ts'

/** Makes money wait for its visit's booking, even if the booking is refused. */
export const receiptBehindVisit: Twin = {
  name: 'receipt waiting for the visit',
  what: 'lets money wait for a booking that the server refuses',
  schedule: 'refused bookings',
  runs: 40,
  breaks: ['cash that is said to be kept is there'],
  options: () => ({ twist: { databases: waiting } }),
}

function waiting(databases: Databases): Databases {
  const { outbox } = databases.work
  const add = outbox.add.bind(outbox)
  Object.assign(outbox, {
    add: (row: OutboxRow) => {
      if (row.call !== 'appt/createReceipts') return add(row)
      return outbox
        .filter(({ call, state }) => call === 'appt/save' && state !== 'acked')
        .primaryKeys()
        .then((bookings) => add({ ...row, depends: [...new Set([...row.depends, ...bookings])] }))
    },
  })
  return databases
}
