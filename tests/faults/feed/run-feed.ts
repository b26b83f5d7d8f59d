import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { write } from '#server/kernel/sync/feed/write.ts'
import { type FeedKernel, kernelOn, Reader } from './changes.ts'
import { addClient, type FeedGround, openGround } from './ground.ts'
import { NaiveCursor } from './naive-cursor.ts'

export interface FeedRun {
  /** Changes in all, over all clients. */
  changes: number
  clients?: number
  /** Writers of each client. */
  writers?: number
  /** Changes that a transaction makes. */
  perWrite?: number
  /** Each transaction stays open for up to this long after its first statement. */
  holdMs?: number
}

/** The result of a run. */
export interface FeedFigures {
  written: number
  /** Committed changes that a reader by cursor never received. */
  skipped: number
  /** Changes that a reader received twice. */
  repeated: number
  /** The same for the control, whose cursor is a sequence number. */
  naiveSkipped: number
  seconds: number
  /** From the commit to the page that contained it, in milliseconds: median and longest. */
  lagMs: { median: number; longest: number }
}

const DEFAULTS = { clients: 3, writers: 4, perWrite: 25, holdMs: 20 }
export const POOL_FOR_FEED = 24

/**
 * Writes changes by several writers of several clients at once, in transactions that stay open for a while
 * and commit out of order, through the real tail, while readers pull by cursor. No change may be skipped.
 */
export async function runFeed(ground: FeedGround, options: FeedRun): Promise<FeedFigures> {
  const run = { ...DEFAULTS, ...options }
  const begun = performance.now()
  const kernel = kernelOn(ground)
  const naive = new NaiveCursor(ground)
  await naive.make()
  const ids: string[] = []
  while (ids.length < run.clients) ids.push(await addClient(ground))
  const ledger = new Map<string, number>()
  const feeds = ids.map((clientId) => ({
    clientId,
    reader: new Reader(kernel, clientId),
    written: new Set<string>(),
  }))
  for (const { reader } of feeds) await reader.catchUp()

  const writing = { goesOn: true }
  const lags: number[] = []
  const reading = [
    ...feeds.map(async ({ reader }) => {
      while (writing.goesOn) {
        const { ids: brought } = await reader.batch()
        const now = performance.now()
        // Only one change of each write is timed, so that a long run stores little.
        for (const id of brought) {
          const at = ledger.get(id)
          if (at !== undefined) lags.push(now - at)
          ledger.delete(id)
        }
        await sleep(2)
      }
      await reader.catchUp()
    }),
    (async () => {
      while (writing.goesOn) await Promise.all([naive.read(), sleep(2)])
      await naive.read()
    })(),
  ]
  const share = Math.ceil(run.changes / run.clients / run.writers / run.perWrite)
  const writers = feeds.flatMap(({ clientId, written }) =>
    Array.from({ length: run.writers }, async () => {
      for (let i = 0; i < share; i += 1) await writeSome(kernel, clientId, { ...run, naive, written, ledger })
    }),
  )
  await Promise.all(writers).finally(() => {
    writing.goesOn = false
  })
  await Promise.all(reading)
  const sum = (count: (feed: (typeof feeds)[number]) => number) =>
    feeds.reduce((n, feed) => n + count(feed), 0)
  const missing = (written: ReadonlySet<string>, seen: ReadonlySet<string>) =>
    [...written].filter((id) => !seen.has(id)).length
  lags.sort((a, b) => a - b)
  return {
    written: sum(({ written }) => written.size),
    skipped: sum(({ written, reader }) => missing(written, reader.seen)),
    repeated: sum(({ reader }) => reader.repeated),
    naiveSkipped: sum(({ written }) => missing(written, naive.seen)),
    seconds: (performance.now() - begun) / 1000,
    lagMs: { median: lags[lags.length >> 1] ?? 0, longest: lags.at(-1) ?? 0 },
  }
}

interface Writing extends Required<FeedRun> {
  naive: NaiveCursor
  written: Set<string>
  ledger: Map<string, number>
}

async function writeSome(
  kernel: FeedKernel,
  clientId: string,
  { perWrite, holdMs, naive, written, ledger }: Writing,
): Promise<void> {
  const ids = Array.from({ length: perWrite }, () => randomUUID())
  await write(kernel, clientId, async ({ tx, changed }) => {
    await naive.note(tx, ids)
    for (const id of ids) changed({ type: 'tag', id, rev: 1, scopes: ['client'] })
    await sleep(Math.random() * holdMs)
  })
  for (const id of ids) written.add(id)
  ledger.set(ids[0] ?? '', performance.now())
}

/** Runs the same on a separate database, for runs outside of the test suites. */
export async function runFeedAlone(options: FeedRun): Promise<FeedFigures> {
  const ground = await openGround(POOL_FOR_FEED)
  try {
    return await runFeed(ground, options)
  } finally {
    await ground.close()
  }
}
