import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { Subject } from 'rxjs'
import type { TabChannel, TabMessage } from '#src/sync/leader/channel.ts'
import { FakeLocks } from '#tests/sync/support/fake-locks.ts'
import type { SimUser } from './client.ts'
import type { Line } from './network.ts'
import type { Tab } from './tab.ts'
import { runAs } from './time.ts'

/** A tab that thawed or became visible so recently may not have sent a heartbeat yet. */
const JUST_NOW_MS = 1_000

/** One browser of one person: its databases, its locks, its clock, its connection, and its open tabs. */
export class SimDevice {
  readonly name: string
  readonly user: SimUser
  readonly id = randomUUID()
  readonly indexedDB = new IDBFactory()
  readonly locks = new FakeLocks()
  readonly line: Line = { isCut: false, faults: [] }
  readonly tabs: Tab[] = []
  /** Ids of commands that were ever written here; the server's other effects came from other devices. */
  readonly keptIds = new Set<string>()
  /** Commands that this device once knew as done on the server. */
  readonly ackedIds = new Set<string>()
  /** The server was restored: acknowledged commands may be undone, and return into the queue. */
  isRestored = false
  /** Commands that were later written in another state, in words. */
  readonly undone: string[] = []
  credentials: { token: string; session_id: string } | undefined
  /** The error of its clock, in milliseconds. */
  clockOff = 0
  /** Its vault is locked: nobody works at its tabs. */
  isLocked = false
  unlock: (() => void) | undefined
  /** No space is left for writes of work or copies. */
  isFull = false
  /** Cases in which the lead was taken from healthy tabs, in words. */
  readonly robbed: string[] = []
  readonly #leads = new Map<string, Tab>()
  readonly #lines = new Map<Tab, Subject<TabMessage>>()

  constructor(name: string, user: SimUser) {
    this.name = name
    this.user = user
  }

  /** Tells each tab what the machine knows about its network. */
  tellNetwork(isConnected: boolean): void {
    for (const tab of this.openTabs) runAs(tab, () => tab.network$.next(isConnected))
  }

  get openTabs(): Tab[] {
    return this.tabs.filter(({ isDead }) => !isDead)
  }

  /** Opens the channel between the tabs of this browser; a frozen tab receives messages when it thaws. */
  openChannel(tab: Tab): TabChannel {
    const line = new Subject<TabMessage>()
    this.#lines.set(tab, line)
    return {
      messages$: line.asObservable(),
      post: (message) => {
        for (const [other, messages] of this.#lines)
          if (other !== tab) other.time.set(other, () => messages.next(message), 0)
      },
      close: () => this.#lines.delete(tab),
    }
  }

  /** Returns the lock manager as a tab has it: a dead tab releases its locks, a frozen one notices a loss later. */
  locksOf(tab: Tab) {
    return {
      request: (name: string, options: LockOptions, run: (lock: object | null) => Promise<void>) => {
        if (options.steal) this.#noteSteal(name, tab)
        const hold = (lock: object | null) => {
          if (lock) this.#leads.set(name, tab)
          return Promise.race([tab.death, tab.later().then(() => runAs(tab, () => run(lock)))])
        }
        const signal = options.signal ? AbortSignal.any([options.signal, tab.dying]) : tab.dying
        // A steal does not wait, and the browser refuses a signal with it.
        const asked = options.steal ? options : { ...options, signal }
        const held = this.locks.request(name, asked, hold)
        return held.then(
          () => tab.later(),
          (error: unknown) => tab.later().then(() => Promise.reject(error as Error)),
        )
      },
    }
  }

  // A visible page may take the lead from a hidden one, because it sends faster.
  #noteSteal(name: string, by: Tab): void {
    const from = this.#leads.get(name)
    if (!from || from.isDead || from.wasAwayWithin(JUST_NOW_MS)) return
    if (from.isVisible || !by.isVisible)
      this.robbed.push(
        `tab ${by.number} of ${this.name} takes the lead from tab ${from.number}, which is well`,
      )
  }

  forget(tab: Tab): void {
    this.#lines.delete(tab)
  }
}
