import { revokeSession } from '#server/kernel/auth/session-store.ts'
import type { Schedule } from '../schedule/step.ts'
import { DESKS, makeClient, type SimClient, type SimUser, signIn } from './client.ts'
import { DeskPerson } from './desk/desk-person.ts'
import { bePages } from './desk/page.ts'
import { SimDevice } from './device.ts'
import { watchWrites } from './disk.ts'
import { Ledger } from './ledger.ts'
import { registerDevice } from './locked.ts'
import { type Handle, Network } from './network.ts'
import { Person } from './person.ts'
import { enterServer, restAtServer, untilQuiet, watchDevices } from './quiet.ts'
import { randomOf } from './random.ts'
import type { LabServer } from './server.ts'
import { Tab, type Twist } from './tab.ts'
import { type Owner, runAs, takeOverTimers, VirtualTime } from './time.ts'

/** After the end of the faults everything must be delivered within this time. */
export const HEALED_WITHIN_MS = 120_000
/**
 * A command that returns after a restore and is refused waits a quarter of an hour for another device's
 * commands (server/kernel/sync/commands/returning.ts), and is sent again at most a minute after that.
 */
const RETURNED_WITHIN_MS = 17 * 60_000

/** The start of a schedule's clock. */
const START = Date.parse('2026-11-21T09:00:00Z')

/** How long a person waits for a response of the server before doing something else. */
const PATIENCE_MS = 2_000

/** The changes of a naive twin from the product. */
export interface WorldOptions {
  twist?: Twist
  handle?: (handle: Handle) => Handle
  /** The form of a booking does not check the device's calendar. */
  isCalendarUnasked?: boolean
  /** Persons are told that their change is stored before it is. */
  isToldEarly?: boolean
}

/** One schedule's persons, devices, network and time, with the process's server. */
export class World {
  readonly time = new VirtualTime(START)
  readonly random: () => number
  readonly server: LabServer
  readonly client: SimClient
  readonly network: Network
  readonly devices: SimDevice[]
  readonly ledger = new Ledger()
  /** The schedule itself: its timers run even if a tab dies. */
  readonly self: Owner
  readonly options: WorldOptions
  /** The extra time of a schedule with a restore: returned commands may wait so long. */
  readonly slackMs: number
  readonly #persons = new WeakMap<Tab, Person>()
  /** When rights of persons were removed or restored. */
  readonly rightsMovedAt: number[] = []
  readonly #restore: (() => void)[]
  readonly #held = new Set<() => void>()

  private constructor(schedule: Schedule, server: LabServer, client: SimClient, options: WorldOptions) {
    this.options = options
    this.slackMs = schedule.steps.some((step) => step.do === 'restore') ? RETURNED_WITHIN_MS : 0
    this.random = randomOf(schedule.seed)
    this.server = server
    this.client = client
    this.self = { time: this.time, isFrozen: false, isDead: false }
    const handle: Handle = (url, init) => server.handle(url, init)
    this.network = new Network(this.time, server, this.random, options.handle?.(handle) ?? handle)
    this.devices = schedule.devices.map(
      ({ user }, n) => new SimDevice(`device ${n + 1}`, client.users[user % client.users.length]!),
    )
    server.now = () => new Date(this.time.now)
    server.hasBackup = false
    server.faults = {
      killAt: undefined,
      hold: undefined,
      held: 0,
      onKilled: () => this.network.streams.breakAll(),
    }
    this.#restore = [takeOverTimers(), watchDevices(), watchWrites(), bePages()]
  }

  static async open(schedule: Schedule, server: LabServer, options: WorldOptions = {}): Promise<World> {
    const hasDesks = schedule.devices.some(({ user }) => DESKS.includes(user))
    const client = await makeClient(server.database, new Date(START), hasDesks)
    if (!server.isUp) await server.start()
    const world = new World(schedule, server, client, options)
    for (const [n, { tabs }] of schedule.devices.entries()) {
      const device = world.devices[n]!
      device.credentials = await world.newSession(device.user, device.id)
      for (let tab = 0; tab < tabs; tab += 1) await world.openTab(device)
    }
    await world.time.advance(1_000)
    if (schedule.steps.some((step) => step.do === 'lock'))
      for (const { openTabs } of world.devices) await world.finish(registerDevice(world, openTabs[0]!))
    return world
  }

  /** The time limit for a delivery. */
  get patienceMs(): number {
    return Math.max(HEALED_WITHIN_MS, this.slackMs)
  }

  newSession(user: SimUser, deviceId: string) {
    return signIn(this.server.database, this.client, user, deviceId, new Date(this.time.now))
  }

  /** Opens a tab; returns undefined if the browser's disk has no space for it. */
  async openTab(device: SimDevice): Promise<Tab | undefined> {
    const tab = new Tab(this.time, device)
    try {
      return await tab.open(this.network, this.options.twist)
    } catch (error) {
      tab.die()
      if (device.isFull) return undefined
      throw error
    }
  }

  personAt(tab: Tab): Person {
    const known = this.#persons.get(tab) ?? new Person(tab)
    this.#persons.set(tab, known)
    return known
  }

  /** Returns the person at a desk's tab. Throws if the schedule's client has none. */
  deskAt(tab: Tab): DeskPerson {
    const { centre } = this.client
    if (!centre) throw new Error('the client of this schedule has no desk')
    return new DeskPerson(tab, centre, {
      replaced: this.ledger.replaced,
      asksCalendar: !this.options.isCalendarUnasked,
    })
  }

  async endSession(device: SimDevice): Promise<void> {
    const { credentials, user } = device
    if (!credentials) return
    const session = { clientId: this.client.id, userId: user.id, sessionId: credentials.session_id }
    await this.server.database.entry((tx) => revokeSession(tx, session, new Date(this.time.now)))
  }

  /** Signs the person of a device in again. */
  async renewSession(device: SimDevice): Promise<void> {
    device.credentials = await this.newSession(device.user, device.id)
  }

  /** Runs by the real clock, without an owner, while the schedule's clock is stopped. */
  async offStage<T>(work: () => Promise<T>): Promise<T> {
    const leave = enterServer()
    try {
      return await runAs(undefined, work)
    } finally {
      leave()
    }
  }

  /** Waits so long by the schedule's clock; until the end of the schedule at most. */
  hold(ms: number): Promise<void> {
    const held = Promise.withResolvers<void>()
    this.#held.add(held.resolve)
    this.time.set(this.self, held.resolve, ms)
    return restAtServer(held.promise).finally(() => this.#held.delete(held.resolve))
  }

  /** Kills the server and starts it again after `ms`. */
  killServer(ms: number): void {
    this.server.kill()
    this.restartAfter(ms)
  }

  restartAfter(ms: number): void {
    this.time.set(
      this.self,
      () => {
        const leave = enterServer()
        void runAs(undefined, () => this.server.start()).finally(leave)
      },
      ms,
    )
  }

  /** Runs an action in a person's tab; resolves when it is done or the tab is dead. */
  async act<T>(
    tab: Tab,
    work: (person: Person) => Promise<T>,
    patienceMs = PATIENCE_MS,
  ): Promise<T | undefined> {
    let isOver = false
    const done = Promise.race([work(this.personAt(tab)), tab.death.then(() => undefined)]).finally(() => {
      isOver = true
    })
    done.catch(() => undefined)
    await untilQuiet()
    // An action that needs a response of the server gets time, but not without limit.
    if (!isOver) await this.time.advance(patienceMs, () => isOver)
    if (isOver) return done
    return undefined
  }

  /** Lets time pass until `work` is done. */
  async finish<T>(work: Promise<T>): Promise<T> {
    let isOver = false
    const done = work.finally(() => {
      isOver = true
    })
    done.catch(() => undefined)
    await this.time.advance(60_000, () => isOver)
    if (!isOver) throw new Error('what a schedule waits for does not end')
    return done
  }

  async close(): Promise<void> {
    for (const device of this.devices) for (const tab of device.tabs) tab.die()
    for (const letGo of this.#held) letGo()
    await untilQuiet()
    this.self.isDead = true
    this.time.forget(this.self)
    this.network.end()
    await untilQuiet()
    this.server.faults = undefined
    for (const undo of this.#restore.reverse()) undo()
  }
}
