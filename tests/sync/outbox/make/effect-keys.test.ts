import 'fake-indexeddb/auto'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { v7 as mintId } from 'uuid'
import { expect, test } from 'vitest'
import { WorkDatabase } from '#src/db/work-database.ts'
import { effectKeyOf, effectKeys } from '#src/sync/outbox/make/effect-keys.ts'

const rowOf = (command: string, seq: number, type: string, record: string) => ({
  id: effectKeyOf(command, type, record),
  rev: 0,
  command,
  seq,
  type,
  record,
  ackedRev: undefined,
  e: 'sealed',
})

test('the optimistic rows of the given commands are found, few or many, and of no others', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ effects: fc.nat({ max: 3 }), isAsked: fc.boolean() }), { maxLength: 20 }),
      async (drawn) => {
        const work = new WorkDatabase(randomUUID())
        const commands = drawn.map((one) => ({ ...one, id: mintId() }))
        await work.overlay.bulkAdd(
          commands.flatMap(({ id, effects }, seq) =>
            Array.from({ length: effects }, (_, i) =>
              rowOf(id, seq, i % 2 ? 'report' : 'study', `record ${i}`),
            ),
          ),
        )
        const asked = commands.filter(({ isAsked }) => isAsked)
        const found = await effectKeys(
          work,
          asked.map(({ id }) => id),
        )
        const expected = asked.flatMap(({ id, effects }) =>
          Array.from({ length: effects }, (_, i) => ({
            key: effectKeyOf(id, i % 2 ? 'report' : 'study', `record ${i}`),
            command: id,
            record: `${i % 2 ? 'report' : 'study'}/record ${i}`,
          })),
        )
        expect(found).toHaveLength(expected.length)
        expect(found).toEqual(expect.arrayContaining(expected))
        await work.delete()
      },
    ),
    { numRuns: 40 },
  )
})
