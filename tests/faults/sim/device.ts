import { randomUUID } from 'node:crypto'
import { IDBFactory } from 'fake-indexeddb'
import { Subject } from 'rxjs'
import type { TabChannel, TabMessage } from '#src/sync/leader/channel.ts'
import { FakeLocks } from '#tests/sync/support/fake-locks.ts'
import type { SimUser } from './client.ts'
import type { Line } from './network.ts'
import type { Tab } from './tab.ts'
import { runAs } from './time.ts'

/** Who thawed or came into view so recently may not have given a sign of life yet. */
const JUST_NOW_MS = 1_000

/** One browser of one doctor: its databases, its locks, its clock, its line, and the tabs open in it. */
export class SimDevice {
  readonly name: string
  readonly user: SimUser
  readonly id = randomUUID()
  readonly indexedDB = new IDBFactory()
  readonly locks = new FakeLocks()
  readonly line: Line = { isCut: false, faults: [] }
  readonly tabs: Tab[] = []
  /** Ids of commands that were ever written here; what else the server has done came from nobody. */
  readonly keptIds = new Set<string>()
  /** Commands that this device once knew to be done on the server. */
  readonly ackedIds = new Set<string>()
  /** The server was restored under it: what was done may be undone, and goes back into the queue. */
  isRestored = false
  /** Where such a command was written in another state later, in words. */
  readonly undone: string[] = []
  credentials: { token: string; session_id: string } | undefined
  /** How far its clock is off, in milliseconds. */
  clockOff = 0
  /** Its vault is locked: nobody works at its tabs. */
  isLocked = false
  unlock: (() => void) | undefined
  /** No write of work or copies finds room. */
  isFull = false
  /** The lead as it was taken from tabs that were well, in words. */
  readonly robbed: string[] = []
  readonly #leads = new Map<string, Tab>()
  readonly #lines = new Map<Tab, Subject<TabMessage>>()

  constructor(name: string, user: SimUser) {
    this.name = name
    this.user = user
  }

  get openTabs(): Tab[] {
    return this.tabs.filter(({ isDead }) => !isDead)
  }

  /** The line between the tabs of this browser; what is said reaches a frozen one when it thaws. */
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

  /** The lock manager as a tab has it: a dead one lets go, a frozen one hears of it later. */
  locksOf(tab: Tab) {
    return {
      request: (name: string, options: LockOptions, run: (lock: object | null) => Promise<void>) => {
        if (options.steal) this.#noteSteal(name, tab)
        const hold = (lock: object | null) => {
          if (lock) this.#leads.set(name, tab)
          return Promise.race([tab.death, tab.later().then(() => runAs(tab, () => run(lock)))])
        }
        const signal = options.signal ? AbortSignal.any([options.signal, tab.dying]) : tab.dying
        // A steal waits for nobody, and the browser refuses a signal with it.
        const asked = options.steal ? options : { ...options, signal }
        const held = this.locks.request(name, asked, hold)
        return held.then(
          () => tab.later(),
          (error: unknown) => tab.later().then(() => Promise.reject(error as Error)),
        )
      },
    }
  }

  // A page in view may take the lead from one that is not: it sends faster.
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
