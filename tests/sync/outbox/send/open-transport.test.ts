import { expect, test } from 'vitest'
import type { Caller } from '#src/sync/api/caller.ts'
import { openTransport } from '#src/sync/outbox/send/open-transport.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare } from '#tests/sync/support/test-page.ts'

/** Opens a queue of so many commands, whose answers have these statuses. */
async function start(statuses: readonly number[]) {
  const databases = await openBare()
  const rows = await databases.outbox.sealAll(
    statuses.map((_, n) => {
      const { e: _e, ...row } = outboxRow(n, {
        state: 'sending',
        aggregate: `study:${n % 2}`,
        record: `report:${n}`,
      })
      return { ...row, body: { input: { study_id: `study ${n % 2}` }, label: 'Save' } }
    }),
  )
  await databases.work.outbox.bulkAdd(rows)
  const told: string[][] = []
  const signals: (AbortSignal | undefined)[] = []
  const call = (async (
    _call: unknown,
    { commands }: { commands: { id: string }[] },
    options?: { signal?: AbortSignal },
  ) => {
    signals.push(options?.signal)
    return {
      answers: commands.map(({ id }, n) => ({
        id,
        status: statuses[n],
        replayed: false,
        pos: 5,
        rev: 1,
        body: {},
      })),
    }
  }) as unknown as Caller
  const transport = openTransport(databases, {
    call,
    deviceId: 'device',
    now: () => 1_000,
    random: () => 0,
    onDelivered: (studies: string[]) => told.push(studies),
  } as never)
  return { databases, rows, transport, told, signals }
}

test('acknowledged commands are settled in the queue, and each changed study is announced once', async () => {
  const { databases, rows, transport, told, signals } = await start([200, 200, 200])
  const { signal } = new AbortController()
  expect(transport.carries(rows[0] as never)).toBe(true)
  const outcomes = await transport.deliver(rows, signal)
  expect(outcomes.map(({ kind }) => kind)).toEqual(['acked', 'acked', 'acked'])
  expect(told).toEqual([['study 0', 'study 1']])
  expect(signals).toEqual([signal])
  expect((await databases.work.outbox.toArray()).map(({ state }) => state)).toEqual([
    'acked',
    'acked',
    'acked',
  ])
})

test('a single acknowledged command is announced too', async () => {
  const { rows, transport, told } = await start([200])
  await transport.deliver(rows, new AbortController().signal)
  expect(told).toEqual([['study 0']])
})

test('without an acknowledgement no study is announced, and a refused command waits for its author', async () => {
  const { databases, rows, transport, told } = await start([409])
  const outcomes = await transport.deliver(rows, new AbortController().signal)
  expect([outcomes.map(({ kind }) => kind), told]).toEqual([['parked'], []])
  expect((await databases.work.outbox.toArray()).map(({ state }) => state)).toEqual(['parked'])
})

test('a delivery that is stopped before its rows are decrypted sends nothing', async () => {
  const { rows, transport, signals } = await start([200])
  await expect(transport.deliver(rows, AbortSignal.abort(new Error('stopped')))).rejects.toThrow('stopped')
  expect(signals).toEqual([])
})
