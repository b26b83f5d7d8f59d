import { useSyncExternalStore } from 'react'
import type { ConsentDraft, KioskForm } from './kiosk-form.ts'

/** A form in a patient's hands, with the ways to keep and to send it while the vault is locked. */
export interface Handed {
  form: KioskForm
  /** Keeps what was filled on this device, a moment later. */
  keep: (draft: ConsentDraft) => void
  /** Takes the signed form: from then on it is sent like any other work of this device. */
  send: (draft: ConsentDraft) => Promise<void>
}

/**
 * Whether this page is in a patient's hands. `handing` while the vault is being locked, `done` once the form was sent and
 * the device is to be given back. It lives in memory: a reload ends it, and the locked page asks for the desk.
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
