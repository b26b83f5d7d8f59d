import { fromEvent, map, type Observable } from 'rxjs'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { openTabLine } from '#src/db/tab-line.ts'

/** What the pages of one user on one device tell each other about the vault; the key travels as an opaque handle. */
export type VaultMessage =
  | { kind: 'ask-key'; nonce: string }
  | { kind: 'key'; nonce: string; dataKey: DataKey }
  | { kind: 'unlocked'; dataKey: DataKey }
  | { kind: 'lock' }
  /** A person is at work in the sending page. */
  | { kind: 'active' }

/** The line between the pages of `userId` about the vault; what a page posts reaches all but itself. */
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
