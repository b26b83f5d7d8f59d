import { expect, test } from 'vitest'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import type { OpenCommand } from '#src/db/tables.ts'
import type { Caller } from '#src/sync/api/caller.ts'
import { ApiError, OfflineError } from '#src/sync/api/errors.ts'
import { deliver } from '#src/sync/outbox/send/deliver.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'

const commandOf = (seq: number): OpenCommand => {
  const { e: _, ...clear } = outboxRow(seq, { aggregate: `study:${seq}` })
  return { ...clear, body: { input: { n: seq }, label: 'Save' } }
}
const batchOf = (count: number) => Array.from({ length: count }, (_, i) => commandOf(i + 1))
const refused = new ApiError(413, { code: 'too_large', message: 'x' })

interface Sent {
  device_id: string
  commands: { id: string; input: unknown }[]
}

/** A server that answers each delivery as `answer` says, and a record of what was sent. */
function serverOf(answer: (ids: string[]) => Partial<CommandAnswer>[]) {
  const sent: Sent[] = []
  const call = (async (_call: unknown, input: Sent) => {
    sent.push(input)
    const answers = answer(input.commands.map(({ id }) => id))
    return { answers: answers.map((one) => ({ replayed: false, pos: 1, rev: 1, body: {}, ...one })) }
  }) as unknown as Caller
  return { call, sent, sizes: () => sent.map(({ commands }) => commands.length) }
}

const accepted = (ids: string[]) => ids.map((id) => ({ id, status: 200 }))
const kindsOf = (delivered: Awaited<ReturnType<typeof deliver>>) =>
  delivered.map(({ command: { seq }, outcome: { kind } }) => [seq, kind])

test('a batch is sent at once, and each command gets its own answer, in any order', async () => {
  const { call, sent } = serverOf((ids) =>
    ids.map((id) => ({ id, status: id === 'command 2' ? 409 : 200 })).toReversed(),
  )
  const delivered = await deliver(call, 'device', batchOf(3))
  expect(kindsOf(delivered)).toEqual([
    [1, 'acked'],
    [2, 'parked'],
    [3, 'acked'],
  ])
  expect(sent).toMatchObject([
    { device_id: 'device', commands: [{ id: 'command 1', input: { n: 1 }, depends: [] }, {}, {}] },
  ])
})

test('a command without an answer is sent again', async () => {
  const { call } = serverOf((ids) => accepted(ids.slice(0, 1)))
  const [, second] = await deliver(call, 'device', batchOf(2))
  expect(second?.outcome).toEqual({
    kind: 'again',
    error: { kind: 'server', status: undefined, code: undefined },
  })
})

test('a refused delivery is sent in halves until the command at fault is alone', async () => {
  const { call, sizes } = serverOf((ids) => {
    if (ids.includes('command 2')) throw refused
    return accepted(ids)
  })
  expect(kindsOf(await deliver(call, 'device', batchOf(5)))).toEqual([
    [1, 'acked'],
    [2, 'parked'],
    [3, 'acked'],
    [4, 'acked'],
    [5, 'acked'],
  ])
  expect(sizes()).toEqual([5, 3, 2, 1, 1, 1, 2])
})

test('a delivery without an answer is not divided', async () => {
  const { call, sizes } = serverOf(() => {
    throw new OfflineError()
  })
  expect(kindsOf(await deliver(call, 'device', batchOf(2)))).toEqual([
    [1, 'again'],
    [2, 'again'],
  ])
  expect(sizes()).toEqual([2])
})
