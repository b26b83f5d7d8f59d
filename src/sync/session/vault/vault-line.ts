import { fromEvent, map, type Observable } from 'rxjs'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { openTabLine } from '#src/db/tab-line.ts'

/** Messages between the pages of one user on one device about the vault; the key travels as an opaque handle. */
export type VaultMessage =
  | { kind: 'ask-key'; nonce: string }
  | { kind: 'key'; nonce: string; dataKey: DataKey }
  | { kind: 'unlocked'; dataKey: DataKey }
  | { kind: 'lock' }
  /** There is user activity in the sending page. */
  | { kind: 'active' }

/** The channel between the pages of `userId` about the vault; a message reaches all pages but the sender. */
export interface VaultLine {
  messages$: Observable<VaultMessage>
  post: (message: VaultMessage) => void
  close: () => void
}

export function openVaultLine(userId: string): VaultLine {
  const channel = openTabLine(`readroom-vault-${userId}`)
  return {
    messages$: fromEvent<MessageEvent<VaultMessage>>(channel, 'message').pipe(map(({ data }) => data)),
    post: (message) => channel.postMessage(message),
    close: () => channel.close(),
  }
}
