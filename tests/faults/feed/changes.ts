import { randomUUID } from 'node:crypto'
import type { Caller } from '#server/kernel/context.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { createAnnouncer } from '#server/kernel/sync/feed/feed-announcer.ts'
import { FeedPokes } from '#server/kernel/sync/feed/feed-pokes.ts'
import { pull } from '#server/kernel/sync/pull/pull.ts'
import type { AnySyncSource } from '#server/kernel/sync/source.ts'
import type { FeedGround } from './ground.ts'

/** The parts of a kernel that writing and pulling need. */
export type FeedKernel = Pick<Kernel, 'database' | 'now' | 'announce' | 'epoch' | 'jobs'>

/** No code here adds a job. */
const NO_JOBS = {
  add: () => Promise.reject(new Error('no jobs here')),
} as unknown as Kernel['jobs']

export const kernelOn = ({ database }: FeedGround): FeedKernel => ({
  database,
  now: () => new Date(),
  announce: createAnnouncer(database.pool, new FeedPokes()),
  epoch: randomUUID(),
  jobs: NO_JOBS,
})

/** Returns a caller who may read only the masters of the client. */
export const readerOf = (clientId: string): Caller => ({
  clientId,
  userId: randomUUID(),
  sessionId: '',
  deviceId: undefined,
  name: 'Reader',
  userType: 'CLIENT',
  permissions: new Set(),
  branchIds: [],
  isClientAdmin: false,
  isDoctor: false,
  isClinicDoctor: false,
  isRefDoctor: false,
  canSign: false,
  canCreateBranch: false,
  mainModules: new Set(),
  pacsUsed: 'Self',
  salesReport: 'All',
  salesInvoice: 'All',
  timeZone: 'UTC',
})

/** Every existing record can be read: the test checks whether the feed names it. */
const anyTag: AnySyncSource = {
  type: 'tag',
  scopes: ['client'],
  read: async (_tx, _caller, ids) =>
    new Map(
      ids.map((id) => [
        id,
        { rev: 1, body: { id, rev: 1, name: '', color: '', type: 'Normal' as const }, scopes: ['client'] },
      ]),
    ),
  backfill: async () => [],
  revisions: async () => [],
}
const SOURCES = new Map([['tag', anyTag]])

/** A reader who pulls by cursor, as a device does. */
export class Reader {
  readonly seen = new Set<string>()
  /** Rows that arrived a second time. */
  repeated = 0
  readonly #kernel: FeedKernel
  readonly #caller: Caller
  #cursor: string | undefined

  constructor(kernel: FeedKernel, clientId: string) {
    this.#kernel = kernel
    this.#caller = readerOf(clientId)
  }

  /** Pulls one batch; returns whether there is more, and its ids. */
  async batch(): Promise<{ more: boolean; ids: string[] }> {
    const { rows, cursor, more } = await pull(this.#kernel, SOURCES, this.#caller, {
      cursor: this.#cursor,
      limit: 2000,
    })
    this.#cursor = cursor
    const ids = rows.map(({ id }) => id)
    for (const id of ids) {
      if (this.seen.has(id)) this.repeated += 1
      this.seen.add(id)
    }
    return { more, ids }
  }

  /** Pulls batches until there are no more. */
  async catchUp(): Promise<void> {
    while ((await this.batch()).more);
  }
}
