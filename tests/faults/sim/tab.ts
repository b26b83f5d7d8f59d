import { Dexie } from 'dexie'
import { IDBKeyRange, indexedDB } from 'fake-indexeddb'
import { BehaviorSubject, Subject } from 'rxjs'
import { syncCalls } from '#contract/calls/sync.ts'
import { PROBE_TIMEOUT_MS } from '#domain/time/intervals.ts'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import type { OutboxRow } from '#src/db/work-database.ts'
import { type Caller, createCaller } from '#src/sync/api/caller.ts'
import type { Reach } from '#src/sync/api/reach.ts'
import * as transport from '#src/sync/api/transport.ts'
import { type Device, type DevicePorts, startDevice } from '#src/sync/device.ts'
import { uploadFile } from '#src/sync/files/file-transfer.ts'
import { createLink, type Link } from '#src/sync/link/link.ts'
import { plainCodec } from '#tests/helpers/device/plain-codec.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import type { SimDevice } from './device.ts'
import type { Line, Network } from './network.ts'
import { currentOwner, type Owner, runAs, type VirtualTime } from './time.ts'

/** Thrown when a schedule kills a tab. */
export class Killed extends Error {}

const ZONE = 'Asia/Kolkata'

/** The changes of a twin: another port, or another database, instead of the real one. */
export interface Twist {
  ports?: (ports: DevicePorts, tab: Tab) => DevicePorts
  databases?: (databases: Databases, tab: Tab) => Databases
}

/** Every tab of the laboratory uses the databases of its own browser; other code uses the common ones. */
Object.defineProperties(Dexie.dependencies, {
  indexedDB: {
    get: () => {
      const owner = currentOwner()
      return owner instanceof Tab ? owner.device.indexedDB : indexedDB
    },
  },
  IDBKeyRange: { value: IDBKeyRange },
})

/** A tab: one page of the real app's sync code, with its own timers, network and connections. It can freeze and die. */
export class Tab implements Owner {
  readonly time: VirtualTime
  readonly device: SimDevice
  readonly number: number
  isDead = false
  isSlow = false
  readonly visible$ = new BehaviorSubject(true)
  /** What the machine knows about its network. */
  readonly network$ = new Subject<boolean>()
  readonly errors: unknown[] = []
  readonly death: Promise<void>
  databases!: Databases
  app!: Device
  link!: Link
  call!: Caller
  /** The network of this page, for the screens' own requests. */
  fetch!: (url: string, init: RequestInit) => Promise<Response>
  /** Emits at the end of each call. */
  readonly reach = new Subject<Reach>()
  /** Without credentials. */
  bareCall!: Caller
  readonly #dying = new AbortController()
  #stepsLeft: number | undefined
  #isFrozen = false
  /** When it last thawed or became visible. */
  #backAt = Number.NEGATIVE_INFINITY

  constructor(time: VirtualTime, device: SimDevice) {
    this.time = time
    this.device = device
    this.number = device.tabs.push(this)
    this.death = new Promise((resolve) => this.#dying.signal.addEventListener('abort', () => resolve()))
  }

  get dying(): AbortSignal {
    return this.#dying.signal
  }

  get reader(): string {
    return this.device.user.id
  }

  get isFrozen(): boolean {
    return this.#isFrozen
  }

  set isFrozen(isFrozen: boolean) {
    if (this.#isFrozen && !isFrozen) this.#backAt = this.time.now
    this.#isFrozen = isFrozen
  }

  /** Returns whether it is frozen, or was frozen or hidden within this time. */
  wasAwayWithin(ms: number): boolean {
    return this.#isFrozen || this.time.now - this.#backAt < ms
  }

  /** Whether it is visible. */
  get isVisible(): boolean {
    return this.visible$.value
  }

  /** Hides the tab. */
  hide(): void {
    if (this.isVisible) runAs(this, () => this.visible$.next(false))
  }

  /** Slows the timers down, as a browser does for a hidden page. */
  slowDown(): void {
    this.isSlow = !this.isVisible
  }

  /** Makes the tab visible again. */
  show(): void {
    if (this.isVisible) return
    this.isSlow = false
    this.#backAt = this.time.now
    runAs(this, () => this.visible$.next(true))
  }

  get line(): Line {
    return this.device.line
  }

  /** Opens the databases of the browser and starts the device. */
  async open(network: Network, twist: Twist = {}): Promise<this> {
    await runAs(this, async () => {
      const opened = await openDatabases(this.device.user.id, { codec: plainCodec })
      this.databases = twist.databases?.(opened, this) ?? opened
      const ports = this.#ports(network)
      this.app = await startDevice(this.databases, twist.ports?.(ports, this) ?? ports)
    })
    return this
  }

  /** Opens the databases alone, without a device. */
  async openOnly(network: Network): Promise<this> {
    await runAs(this, async () => {
      this.databases = await openDatabases(this.device.user.id, { codec: plainCodec })
      this.#ports(network)
    })
    return this
  }

  now = () => this.time.now + this.device.clockOff

  /** Resolves when the tab is awake; never if it is dead. */
  later = () => this.time.pause(this, 0)

  /** Kills the tab at its `steps`-th write or request from now on. */
  dieAfter(steps: number): void {
    this.#stepsLeft = steps
  }

  step = (): void => {
    if (this.isDead) throw new Killed()
    if (this.#stepsLeft === undefined) return
    this.#stepsLeft -= 1
    if (this.#stepsLeft > 0) return
    this.die()
    throw new Killed()
  }

  /** Called before each write of this tab. */
  write(table: string, value: unknown): void {
    this.step()
    if (table === 'outbox' && isRow(value)) this.device.keptIds.add(value.id)
    if (this.device.isFull) throw new DOMException('no room', 'QuotaExceededError')
  }

  /** Called after each transaction of this tab. */
  written(table: string, value: unknown): void {
    if (table !== 'outbox' || !isRow(value)) return
    const { ackedIds, undone, isRestored } = this.device
    if (value.state === 'acked') ackedIds.add(value.id)
    else if (ackedIds.has(value.id) && !isRestored) undone.push(`${value.call} is ${value.state} again`)
  }

  /** Kills the tab, like a closed tab or a killed browser: its code stops, its locks are free. */
  die(): void {
    if (this.isDead) return
    this.isDead = true
    this.time.forget(this)
    this.device.forget(this)
    this.#dying.abort(new DOMException('the tab is gone', 'AbortError'))
    this.databases?.close()
  }

  #ports(network: Network): DevicePorts {
    const { device } = this
    const { reach } = this
    const fetch = network.fetchOf(this)
    this.fetch = fetch
    const world = {
      fetch,
      transport: () => transport,
      now: () => new Date(this.now()),
      zone: ZONE,
      onSignedOut: () => undefined,
    }
    const onReach = (end: Reach) => reach.next(end)
    this.call = createCaller({ ...world, onReach, credentials: () => device.credentials })
    this.bareCall = createCaller({ ...world, onReach: () => undefined, credentials: () => undefined })
    const probe = () =>
      this.bareCall(syncCalls.hello, {}, { timeoutMs: PROBE_TIMEOUT_MS }).then(
        () => true,
        () => false,
      )
    const now = () => new Date(this.now())
    this.link = createLink({
      visible$: this.visible$,
      network$: this.network$,
      now,
      random: network.random,
      probe,
      reach$: reach,
    })
    return {
      call: this.call,
      fetch: (url, init) => network.streamOf(this, url, init),
      upload: uploadFile,
      credentials: () => device.credentials,
      authorName: () => device.user.name,
      findKey: () => (device.isLocked ? undefined : TEST_DATA_KEY),
      deviceId: device.id,
      link: this.link,
      locks: device.locksOf(this),
      channel: device.openChannel(this),
      isVisible: () => this.isVisible,
      openWorklist: () => {
        throw new Error('the laboratory shows no list')
      },
      now: this.now,
      random: network.random,
      zone: ZONE,
      onError: (error) => this.errors.push(error),
    }
  }
}

type Row = Pick<OutboxRow, 'id' | 'state' | 'call'>

const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && 'state' in value
