import { expect, test } from 'vitest'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'
import { takeFence } from '#src/sync/outbox/send/claim.ts'
import { createSender, type SenderPorts } from '#src/sync/outbox/send/sender.ts'
import type { DeliveryTransport } from '#src/sync/outbox/send/transport.ts'
import type { Outcome } from '#src/sync/outbox/settle/outcome.ts'
import { outboxRow } from '#tests/sync/support/outbox-row.ts'
import { openBare, until } from '#tests/sync/support/test-page.ts'

/** Returns a queue with one command for each of so many studies. */
async function queueWith(count: number): Promise<WorkDatabase> {
  const { work } = await openBare()
  await work.outbox.bulkAdd(
    Array.from({ length: count }, (_, n) =>
      outboxRow(n, { aggregate: `study:${n}`, record: `report:${n}`, signature: 'signed' }),
    ),
  )
  return work
}

const ACKED = { kind: 'acked' } as Outcome
const AGAIN = { kind: 'again' } as Outcome

interface World extends Partial<SenderPorts> {
  /** What becomes of a batch; the rows that were acknowledged leave the queue. */
  deliver?: (rows: OutboxRow[], signal: AbortSignal) => Promise<Outcome[]>
}

function aSender(work: WorkDatabase, { deliver, ...ports }: World = {}) {
  const batches: string[][] = []
  const transport: DeliveryTransport = {
    carries: () => true,
    deliver: async (rows, signal) => {
      batches.push(rows.map(({ id }) => id))
      if (deliver) return deliver(rows, signal)
      await work.outbox.bulkDelete(rows.map(({ id }) => id))
      return rows.map(() => ACKED)
    },
  }
  const sender = createSender(work, transport, {
    now: () => 1_000,
    random: () => 0,
    isWorthTrying: () => true,
    ...ports,
  })
  return { sender, batches }
}

test('the sender sends each sendable command once, and then rests', async () => {
  const work = await queueWith(3)
  const { sender, batches } = aSender(work)
  expect([sender.moves(), sender.inFlight()]).toEqual([0, 0])
  await sender.drain(new AbortController().signal)
  expect(batches.flat().toSorted()).toEqual(['command 0', 'command 1', 'command 2'])
  // Every batch moves twice: when it leaves, and when it is settled.
  expect([sender.moves(), sender.inFlight()]).toEqual([2 * batches.length, 0])
  expect(await work.outbox.count()).toBe(0)
})

test('nothing is sent while the server is unreachable', async () => {
  const { sender, batches } = aSender(await queueWith(1), { isWorthTrying: () => false })
  await sender.drain(new AbortController().signal)
  expect(batches).toEqual([])
})

test('the sender soon stops a queue without progress, even if its commands could be sent again', async () => {
  const { sender, batches } = aSender(await queueWith(1), { deliver: async (rows) => rows.map(() => AGAIN) })
  await sender.drain(new AbortController().signal)
  // The next one may be claimed before the outcome of the first is known.
  expect([1, 2]).toContain(batches.length)
})

test('a refused command counts as progress', async () => {
  const work = await queueWith(2)
  const { sender, batches } = aSender(work, {
    deliver: async (rows) => {
      await work.outbox.bulkDelete(rows.map(({ id }) => id))
      // The next one arrives while this one is refused.
      if (rows.some(({ id }) => id === 'command 0'))
        await work.outbox.put(outboxRow(7, { aggregate: 'study:7', signature: 'signed' }))
      return rows.map(() => ({ kind: 'parked' }) as Outcome)
    },
  })
  await sender.drain(new AbortController().signal)
  expect(batches.flat()).toContain('command 7')
})

test('an outcome that cannot be stored is reported, and sending continues after a pause', async () => {
  const work = await queueWith(1)
  const errors: unknown[] = []
  let tries = 0
  const { sender } = aSender(work, {
    onError: (error) => errors.push(error),
    deliver: async (rows) => {
      tries += 1
      if (tries === 1) throw new Error('The disk is full')
      await work.outbox.bulkDelete(rows.map(({ id }) => id))
      return rows.map(() => ACKED)
    },
  })
  const stop = new AbortController()
  const running = sender.run(stop.signal)
  await until(() => tries === 2, 'the second try', 15_000)
  stop.abort()
  await running
  expect(errors.map(String)).toEqual(['Error: The disk is full'])
})

test('a network change aborts requests in flight, but not later ones', async () => {
  const work = await queueWith(1)
  const signals: AbortSignal[] = []
  const { sender } = aSender(work, {
    deliver: (rows, signal) => {
      signals.push(signal)
      if (signals.length > 1)
        return work.outbox.bulkDelete(rows.map(({ id }) => id)).then(() => rows.map(() => ACKED))
      return new Promise((resolve) => signal.addEventListener('abort', () => resolve(rows.map(() => AGAIN))))
    },
  })
  const stop = new AbortController()
  const running = sender.run(stop.signal)
  await until(() => signals.length === 1)
  expect(sender.inFlight()).toBe(1)
  sender.abortInFlight()
  await until(() => signals.length === 2, 'the second try')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  stop.abort()
  await running
})

test('a stopped sender waits for the batch that it cut off and reports no error of it', async () => {
  const errors: unknown[] = []
  let isSettled = false
  const { sender, batches } = aSender(await queueWith(1), {
    onError: (error) => errors.push(error),
    deliver: async (_rows, signal) => {
      await new Promise((resolve) => signal.addEventListener('abort', resolve))
      await new Promise((resolve) => setTimeout(resolve, 50))
      isSettled = true
      throw signal.reason
    },
  })
  const stop = new AbortController()
  const running = sender.run(stop.signal)
  await until(() => batches.length === 1)
  stop.abort()
  await running
  expect([errors, isSettled]).toEqual([[], true])
})

test('a batch that never ends delays the end of its sender by two seconds', async () => {
  const { sender, batches } = aSender(await queueWith(1), { deliver: () => new Promise(() => undefined) })
  const stop = new AbortController()
  const running = sender.run(stop.signal)
  await until(() => batches.length === 1)
  const began = performance.now()
  stop.abort()
  await running
  expect(performance.now() - began).toBeGreaterThan(1_900)
})

test('a sender ends once another page has taken over', async () => {
  const work = await queueWith(0)
  const { sender, batches } = aSender(work)
  const running = sender.run(new AbortController().signal)
  await new Promise((resolve) => setTimeout(resolve, 50))
  await takeFence(work)
  await work.outbox.add(outboxRow(1, { signature: 'signed' }))
  sender.wake()
  await running
  expect(batches).toEqual([])
})

test('at most four batches are in flight', async () => {
  const work = await queueWith(0)
  await work.outbox.bulkAdd(
    // More than four batches take.
    Array.from({ length: 500 }, (_, n) =>
      outboxRow(n, { aggregate: `study:${n}`, record: `report:${n}`, signature: 'signed' }),
    ),
  )
  let most = 0
  const held: (() => void)[] = []
  const { sender, batches } = aSender(work, {
    deliver: (rows) =>
      new Promise((resolve) => {
        most = Math.max(most, sender.inFlight())
        held.push(
          () =>
            void work.outbox.bulkDelete(rows.map(({ id }) => id)).then(() => resolve(rows.map(() => ACKED))),
        )
      }),
  })
  const running = sender.drain(new AbortController().signal)
  await until(() => batches.length === 4, 'four batches')
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect([batches.length, most]).toEqual([4, 4])
  const release = setInterval(() => held.splice(0).forEach((go) => go()), 5)
  await running
  clearInterval(release)
  expect(new Set(batches.flat()).size).toBe(500)
  expect(most).toBe(4)
})
