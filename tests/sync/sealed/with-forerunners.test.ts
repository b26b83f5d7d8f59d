import { expect, test } from 'vitest'
import type { OutboxRow } from '#src/db/work-database.ts'
import { withForerunners } from '#src/sync/sealed/with-forerunners.ts'

const row = (id: string, aggregate: string, depends: string[] = []) =>
  ({ id, aggregate, depends }) as OutboxRow
const rows = [
  row('visit', 'visit:1'),
  row('draft-1', 'report:1'),
  row('other', 'report:2'),
  row('receipt', 'receipt:1', ['visit']),
  row('draft-2', 'report:1'),
  row('draft-3', 'report:1'),
]
const idsOf = (ids?: string[]) => withForerunners(rows, ids).map(({ id }) => id)

test('all commands are included without a choice', () => {
  expect(idsOf()).toHaveLength(rows.length)
})

test('a choice includes the commands that must run before it, in order, and none after it', () => {
  expect(idsOf(['draft-2'])).toEqual(['draft-1', 'draft-2'])
  expect(idsOf(['receipt'])).toEqual(['visit', 'receipt'])
  expect(idsOf(['other'])).toEqual(['other'])
})
