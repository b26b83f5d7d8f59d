import { Subscription } from 'rxjs'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import type { WorkDatabase } from '#src/db/work-database.ts'
import { contact$ } from '#src/sync/api/reach.ts'
import { needsPasskeys, refreshPasskeys } from '#src/sync/touch/refresh-passkeys.ts'
import { IDLE_MINUTES, watchIdle } from '../lock/idle.ts'
import { idleMinutes$ } from '../lock/idle-minutes.ts'
import { noteContact } from '../lock/lease.ts'
import { lockState } from '../lock/lock-state.ts'
import { handToWorker } from './key-handover.ts'
import type { Vault } from './open-vault.ts'

/** Minimum time between writes of the lease. */
const CONTACT_NOTED_MS = 60_000
/** Minimum time between queries for removed passkeys. */
const PASSKEYS_ASKED_MS = 5 * 60_000

export interface VaultWatch {
  stop: () => void
}

interface Acts {
  lock: (why: 'idle' | 'asked', tell: boolean) => Promise<void>
  unlock: (dataKey: DataKey) => void
}

/**
 * Watches an open vault: locks it after inactivity in all pages of the user, follows the other pages in locking and
 * unlocking, records the lease, and gives the key to the service worker as the page unloads.
 */
export function watchVault({ databases, slot, line }: Vault, acts: Acts): VaultWatch {
  const { work, userId } = databases
  const wiring = new Subscription()
  let minutes = IDLE_MINUTES
  wiring.add(
    idleMinutes$(work).subscribe((chosen) => {
      minutes = chosen
    }),
  )
  const idle = watchIdle({
    target: window,
    now: () => Date.now(),
    minutes: () => minutes,
    onActive: () => line.post({ kind: 'active' }),
    onIdle: () => void acts.lock('idle', true),
  })
  wiring.add(
    line.messages$.subscribe((message) => {
      if (message.kind === 'active') idle.note()
      if (message.kind === 'lock') void acts.lock('asked', false)
      if (message.kind === 'unlocked' && lockState().kind === 'locked') acts.unlock(message.dataKey)
    }),
  )
  let notedAt = 0
  let askedAt = 0
  wiring.add(
    contact$.subscribe(() => {
      if (Math.abs(Date.now() - notedAt) < CONTACT_NOTED_MS) return
      notedAt = Date.now()
      // The databases may be closing; the next contact is noted again.
      noteContact(work, notedAt).catch(() => undefined)
      if (Math.abs(notedAt - askedAt) < PASSKEYS_ASKED_MS) return
      askedAt = notedAt
      followPasskeys(work).catch(() => undefined)
    }),
  )
  const leave = () => {
    const dataKey = slot.dataKey()
    if (dataKey) handToWorker(userId, dataKey)
  }
  window.addEventListener('pagehide', leave)
  wiring.add(() => window.removeEventListener('pagehide', leave))
  return {
    stop: () => {
      idle.stop()
      wiring.unsubscribe()
    },
  }
}

async function followPasskeys(work: WorkDatabase): Promise<void> {
  if (await needsPasskeys(work)) await refreshPasskeys(work)
}
