import { Subject } from 'rxjs'
import { expect, test } from 'vitest'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { findKeyHeld } from '#src/sync/session/vault/key-handover.ts'
import type { VaultLine, VaultMessage } from '#src/sync/session/vault/vault-line.ts'

const keyOf = (id: string) => ({ id }) as unknown as DataKey

test('only the answer to this page’s own request counts', async () => {
  const messages$ = new Subject<VaultMessage>()
  const asked: VaultMessage[] = []
  const line: VaultLine = {
    messages$,
    post: (message) => {
      asked.push(message)
      if (message.kind !== 'ask-key') return
      messages$.next({ kind: 'key', nonce: 'of another page', dataKey: keyOf('theirs') })
      messages$.next({ kind: 'ask-key', nonce: message.nonce })
      messages$.next({ kind: 'key', nonce: message.nonce, dataKey: keyOf('ours') })
    },
    close: () => undefined,
  }
  const userId = crypto.randomUUID()
  // With locks, a page asks only while another one holds this one.
  const end = new AbortController()
  void navigator.locks?.request(
    `readroom-key-${userId}`,
    { mode: 'shared' },
    () => new Promise<void>((resolve) => end.signal.addEventListener('abort', () => resolve())),
  )
  const held = await findKeyHeld(userId, line)
  end.abort()
  expect([held, asked.map(({ kind }) => kind)]).toEqual([{ id: 'ours' }, ['ask-key']])
})
