import { filter, firstValueFrom, map, merge, timer } from 'rxjs'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { askWorker, tellWorker } from '../ask-worker.ts'
import type { VaultLine, VaultMessage } from './vault-line.ts'

/** Another page answers within this time, or there is none. */
const PAGE_ANSWERS_MS = 250

/** A page that holds the key also holds this shared lock, so that a new page sees whether there is one to ask. */
const heldLock = (userId: string) => `readroom-key-${userId}`

/** Shows other pages that this one can be asked for the key, until `signal` aborts. */
export function showKeyHeld(userId: string, signal: AbortSignal): void {
  const held = () => new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()))
  // A browser without locks only asks in vain, for 250 ms.
  navigator.locks?.request(heldLock(userId), { mode: 'shared' }, held).catch(() => undefined)
}

/**
 * Returns the key of `userId` from its holder: another page of this device, or the service worker that got it from a
 * page as it unloaded. Undefined if nobody holds it: then a person must unlock.
 */
export async function findKeyHeld(userId: string, line: VaultLine): Promise<DataKey | undefined> {
  return (await askPages(userId, line)) ?? askWorker({ type: 'TAKE_KEY', userId })
}

async function askPages(userId: string, line: VaultLine): Promise<DataKey | undefined> {
  const held = (await navigator.locks?.query())?.held
  if (held && !held.some(({ name }) => name === heldLock(userId))) return undefined
  const nonce = crypto.randomUUID()
  const answer$ = line.messages$.pipe(
    filter((message) => isAnswer(message, nonce)),
    map(({ dataKey }) => dataKey),
  )
  const answer = firstValueFrom(merge(answer$, timer(PAGE_ANSWERS_MS).pipe(map(() => undefined))))
  line.post({ kind: 'ask-key', nonce })
  return answer
}

const isAnswer = (message: VaultMessage, nonce: string): message is Extract<VaultMessage, { kind: 'key' }> =>
  message.kind === 'key' && message.nonce === nonce

/** Gives the key to the service worker as this page unloads, so that a reload finds it there, for a minute. */
export function handToWorker(userId: string, dataKey: DataKey): void {
  tellWorker({ type: 'HOLD_KEY', userId, key: dataKey })
}

/** The service worker must not hold a key that was locked away. */
export function dropAtWorker(userId: string): void {
  tellWorker({ type: 'DROP_KEY', userId })
}
