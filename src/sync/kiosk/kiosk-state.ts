import { useSyncExternalStore } from 'react'
import type { ConsentDraft, KioskForm } from './kiosk-form.ts'

/** A form handed to a patient, with the functions to store and send it while the vault is locked. */
export interface Handed {
  form: KioskForm
  /** Stores the answers on this device, after a short delay. */
  keep: (draft: ConsentDraft) => void
  /** Accepts the signed form: from then on it is sent like any other work of this device. */
  send: (draft: ConsentDraft) => Promise<void>
}

/**
 * Whether a patient is using this page. `handing` while the vault is being locked, `done` once the form was sent and
 * the device should be returned. In memory only: a reload ends it, and the locked page asks for the desk staff.
 */
export type KioskState = { kind: 'none' } | { kind: 'handing' | 'filling'; handed: Handed } | { kind: 'done' }

let state: KioskState = { kind: 'none' }
const listeners = new Set<() => void>()

export const kioskState = (): KioskState => state

export function setKiosk(next: KioskState): void {
  state = next
  for (const listener of listeners) listener()
}

/** As kioskState, for components. */
export function useKiosk(): KioskState {
  return useSyncExternalStore(subscribe, kioskState)
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
