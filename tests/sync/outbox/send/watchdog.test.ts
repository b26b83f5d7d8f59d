import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noticesStandstill, SenderStuckError } from '#src/sync/outbox/send/watchdog.ts'
import { saveDraftIn } from '#src/sync/reports/keep-draft.ts'
import { saveLabel } from '#src/sync/reports/words.ts'
import { ModelServer } from '#tests/sync/support/model-server.ts'
import { aDraft } from '#tests/sync/support/rows.ts'
import { anAuthor, Browser, newUser, openBare, openPage } from '#tests/sync/support/test-page.ts'

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => vi.useRealTimers())
/** Moves the timers of the watch, which are fake; those of the database are real. */
async function pass(ms: number): Promise<void> {
  for (let at = 0; at < ms; at += 1_000) {
    await vi.advanceTimersByTimeAsync(1_000)
    await new Promise((resolve) => setImmediate(resolve))
    await new Promise((resolve) => setImmediate(resolve))
  }
}

async function watched(inFlight = 0) {
  const userId = newUser()
  const databases = await openBare(userId)
  const state = { moves: 0, inFlight, online: true, now: 1_000 }
  const end = new AbortController()
  const sender = { moves: () => state.moves, inFlight: () => state.inFlight }
  const ports = { sender, now: () => state.now, isOnline: () => state.online }
  let noticed: boolean | undefined
  void noticesStandstill(databases.work, ports, end.signal).then((is) => {
    noticed = is
  })
  const save = () => saveDraftIn(databases, anAuthor(userId), aDraft('one'), 'Draft', saveLabel)
  return { databases, state, end, save, noticed: () => noticed }
}

test('an unsent command that could be sent is noticed within 40 s', async () => {
  const { save, noticed } = await watched()
  await save()
  await pass(29_000)
  expect(noticed()).toBeUndefined()
  await pass(12_000)
  expect(noticed()).toBe(true)
})

test('a running attempt gets a minute', async () => {
  const { save, noticed } = await watched(1)
  await save()
  await pass(50_000)
  expect(noticed()).toBeUndefined()
  await pass(20_000)
  expect(noticed()).toBe(true)
})

test('a database that fails while the watchdog sleeps counts as a standstill, and its error is handled', async () => {
  const surprises: unknown[] = []
  const note = (error: unknown) => void surprises.push(error)
  process.on('unhandledRejection', note)
  const { databases, noticed } = await watched()
  databases.close()
  await pass(41_000)
  process.off('unhandledRejection', note)
  expect(surprises).toEqual([])
  expect(noticed()).toBe(true)
})

test.each([
  ['nothing waits', {}],
  ['the server is away', { online: false }],
  ['the queue moves', { moves: true }],
  ['it waits for its next try', { nextAt: 90_000 }],
])(
  'no standstill is reported while %s',
  async (_, how: { online?: boolean; moves?: boolean; nextAt?: number }) => {
    const { databases, state, save, noticed, end } = await watched()
    if ('online' in how || how.moves || how.nextAt) await save()
    state.online = how.online ?? true
    if (how.nextAt) await databases.work.outbox.toCollection().modify({ nextAt: how.nextAt })
    for (let at = 0; at < 12; at += 1) {
      if (how.moves) state.moves += 1
      await pass(10_000)
    }
    expect(noticed()).toBeUndefined()
    end.abort()
    await pass(10_000)
    expect(noticed()).toBe(false)
  },
)

test('a sender whose database stops responding is restarted and reported, and the queue is sent', async () => {
  const browser = new Browser()
  const server = new ModelServer()
  const page = await openPage(browser, server)
  await pass(2_000)
  const { databases, device, errors } = page
  const { work } = databases
  await saveDraftIn(databases, device.author, aDraft('one'), 'Draft', saveLabel)
  const transaction = work.transaction.bind(work)
  // One claim hangs, as after a crash of the browser's own database process.
  let hasHung = false
  Object.assign(work, {
    transaction: (...args: Parameters<typeof work.transaction>) => {
      if (hasHung) return transaction(...args)
      hasHung = true
      return new Promise(() => undefined)
    },
  })
  device.wake()
  await pass(29_000)
  expect(server.happened).toEqual([])
  await pass(30_000)
  expect(errors.some((error) => error instanceof SenderStuckError)).toBe(true)
  expect(server.happened).toHaveLength(1)
  void device.stop()
})
