import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { BehaviorSubject, Subject } from 'rxjs'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import { type Caller, createCaller } from '#src/sync/api/caller.ts'
import * as transport from '#src/sync/api/transport.ts'
import { type Device, type DevicePorts, startDevice } from '#src/sync/device.ts'
import type { Link, LinkState } from '#src/sync/link/link.ts'
import type { CommandAuthor } from '#src/sync/outbox/make/enqueue-command.ts'
import { keepConfirmed } from '#src/sync/pull/copies.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { FakeHub } from './fake-channel.ts'
import { FakeLocks } from './fake-locks.ts'
import type { ModelServer } from './model-server.ts'
import { aStudy, DOCTOR } from './rows.ts'

// Set in the library itself, so that the order of imports does not matter. Written into the library's own
// object, which it reads before it answers a live query.
Object.assign(Dexie.dependencies, { indexedDB, IDBKeyRange })

/** A separate user for each test, so that every test has its own databases. */
let users = 0
export const newUser = () => `${DOCTOR.slice(0, -4)}${(++users).toString(16).padStart(4, '0')}`

/** The state that pages of one browser share. */
export class Browser {
  readonly locks = new FakeLocks()
  readonly hub = new FakeHub()
  userId = newUser()
  /** The device's clock; tests set it. */
  clock = Date.parse('2026-11-21T10:00:00.000Z')
}

/** The link of a page, set by the test. */
export class HandLink implements Link {
  readonly #state = new BehaviorSubject<LinkState>({ online: true, since: new Date(0) })
  readonly state$ = this.#state.asObservable()
  readonly #tries = new Subject<boolean>()
  readonly tries$ = this.#tries.asObservable()
  isHinted = false
  looked = 0
  isWorthTrying = () => this.state().online || this.isHinted
  state = () => this.#state.value
  look = () => {
    this.looked += 1
  }
  stop = () => undefined
  set(online: boolean): void {
    this.isHinted = false
    this.#state.next({ online, since: new Date(0) })
  }
  /** Makes sending worth a try while offline, or no longer. */
  hint(isWorthTrying: boolean): void {
    this.isHinted = isWorthTrying
    this.#tries.next(isWorthTrying)
  }
}

/** One tab with its running device. */
export interface Page {
  device: Device
  databases: Databases
  link: HandLink
  errors: unknown[]
}

export function callerOver(fetch: CallPort): Caller {
  return createCaller({
    transport: () => transport,
    fetch,
    now: () => new Date('2026-11-21T10:00:00.000Z'),
    zone: 'Asia/Kolkata',
    credentials: () => ({ token: 'token', session_id: 'session' }),
    onReach: () => undefined,
    onSignedOut: () => undefined,
  })
}

type CallPort = (url: string, init: RequestInit) => Promise<Response>

/** Opens a tab of `browser` against `server`. Retries are immediate: `random` is 0 by default. */
export async function openPage(
  browser: Browser,
  server: ModelServer,
  change: Partial<DevicePorts> = {},
  opened?: Databases,
): Promise<Page> {
  const databases = opened ?? (await openDatabases(browser.userId, { codec: plainCodec }))
  const link = new HandLink()
  const errors: unknown[] = []
  const device = await startDevice(databases, {
    call: callerOver(server.fetch),
    fetch: () => Promise.reject(new TypeError('no stream in this test')),
    credentials: () => ({ token: 'token', session_id: 'session' }),
    authorName: () => 'Dr One',
    findKey: () => TEST_DATA_KEY,
    deviceId: DOCTOR,
    link,
    locks: browser.locks,
    channel: browser.hub.open(),
    isVisible: () => true,
    openWorklist: () => {
      throw new Error('no list in this test')
    },
    now: () => browser.clock,
    random: () => 0,
    zone: 'Asia/Kolkata',
    onError: (error) => errors.push(error),
    ...change,
  })
  return { device, databases, link, errors }
}

/** Opens databases without a running device, for tests of the time before anything is sent. */
export async function openBare(userId = newUser()): Promise<Databases> {
  return openDatabases(userId, { codec: plainCodec })
}

/** Returns an acting person without a running device; without a known server nothing is sealed for it. */
export const anAuthor = (userId: string): CommandAuthor => ({
  userId,
  name: () => 'Dr One',
  now: () => 1_000,
  writer: 'page',
  isOnline: () => true,
  seal: async () => ({ sealed: null }),
  sign: async () => ({}),
})

/** Inserts the study of the tests into the copies of the device. */
export async function withStudy(databases: Databases): Promise<void> {
  await keepConfirmed(databases, { study: aStudy() })
}

/** Waits until `test` returns true; fails after eight seconds of real time. */
export async function until(
  test: () => boolean | Promise<boolean>,
  what = 'what the test waits for',
  longestMs = 8_000,
): Promise<void> {
  const begun = performance.now()
  while (!(await test())) {
    const waited = performance.now() - begun
    if (waited > longestMs) throw new Error(`${what} did not happen`)
    // Waits longer between tries after a long wait, because the code under test runs in this process too, and
    // each try reads its database.
    await new Promise((resolve) => setTimeout(resolve, Math.min(25, 2 + waited / 40)))
  }
}

/** Returns true once the server has everything. */
export const isDrained = async ({ work }: Databases) =>
  (await work.outbox.where('state').notEqual('acked').count()) === 0
