import * as fc from 'fast-check'
import { v7 as uuidv7 } from 'uuid'
import { expect, test } from 'vitest'
import type { Command } from '#contract/calls/sync.ts'
import { orderCommands } from '#server/kernel/sync/commands/order-commands.ts'

const command = (id: string, depends: string[] = [], follows?: string): Command => ({
  id,
  call: 'test/saveTag',
  version: 1,
  input: {},
  depends,
  at: '2026-11-21T10:00:00Z',
  ...(follows ? { base: { follows } } : {}),
})

const idsOf = (commands: Command[]) => commands.map(({ id }) => id)

test('independent commands keep the order in which they were sent', () => {
  const sent = [command('a'), command('b'), command('c')]
  expect(orderCommands(sent)).toEqual(sent)
})

test('each command comes after its dependencies and predecessors', () => {
  const sent = [command('c', [], 'b'), command('b', ['a']), command('x'), command('a')]
  expect(idsOf(orderCommands(sent))).toEqual(['a', 'b', 'c', 'x'])
})

test('dependencies outside the batch are ignored here', () => {
  expect(idsOf(orderCommands([command('a', [uuidv7()]), command('b')]))).toEqual(['a', 'b'])
})

test('every command appears once, and after its dependencies unless there is a cycle', () => {
  const batch = fc
    .array(fc.array(fc.nat(29), { maxLength: 4 }), { minLength: 1, maxLength: 30 })
    .map((needs) => needs.map((of, i) => command(String(i), of.filter((n) => n < i).map(String))))
    .chain((commands) =>
      fc.shuffledSubarray(commands, { minLength: commands.length, maxLength: commands.length }),
    )
  fc.assert(
    fc.property(batch, (sent) => {
      const ordered = orderCommands(sent)
      expect(new Set(idsOf(ordered))).toEqual(new Set(idsOf(sent)))
      expect(ordered).toHaveLength(sent.length)
      const place = new Map(ordered.map(({ id }, i) => [id, i]))
      for (const { id, depends } of sent)
        for (const needed of depends) expect(place.get(needed) ?? -1).toBeLessThan(place.get(id) ?? -1)
    }),
  )
})

test('a cycle ends and loses no command', () => {
  const ring = [command('a', ['c']), command('b', ['a']), command('c', ['b']), command('self', ['self'])]
  expect(new Set(idsOf(orderCommands(ring)))).toEqual(new Set(['a', 'b', 'c', 'self']))
})
