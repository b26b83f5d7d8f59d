import { sealedContext } from '#contract/calls/delivery.ts'
import { fromBase64 } from '#contract/kernel/base64.ts'
import { createSealer, type Sealer } from '#contract/kernel/sealed-envelope.ts'
import { onWritten } from '#src/db/on-written.ts'
import type { OutboxRow, WorkDatabase } from '#src/db/work-database.ts'

/** The part of an outbox row that can be sent without a session. */
export type SealedPart = Pick<OutboxRow, 'sealed' | 'sealedKeyId'>

/** Seals the input of a command for the server; `sealed: null` while the server's key is not known here. */
export type CommandSealer = (
  command: Pick<OutboxRow, 'id' | 'call' | 'version'>,
  input: Readonly<Record<string, unknown>>,
) => Promise<SealedPart>

/**
 * Creates a command sealer for the server key in `work`: one for the life of a page, recreated when that key changes.
 * The key is read again only after this or another page wrote one, because every save waits for this read.
 */
export function createCommandSealer(work: WorkDatabase): CommandSealer {
  let made: { key: string; sealer: Promise<Sealer> } | undefined
  let known: Promise<ServerKey | undefined> | undefined
  const forget = () => {
    known = undefined
  }
  onWritten(work.keys, forget)
  const read = () => {
    const found = findServerKey(work)
    found.catch(forget)
    return found
  }
  return async (command, input) => {
    const server = await (known ??= read())
    if (!server) return { sealed: null }
    if (made?.key !== server.key) made = { key: server.key, sealer: createSealer(fromBase64(server.key)) }
    const seal = await made.sealer
    const content = new TextEncoder().encode(JSON.stringify(input))
    return { sealed: await seal(content, sealedContext(command)), sealedKeyId: server.keyId }
  }
}

interface ServerKey {
  keyId: string
  key: string
}

/** The server's public key as last received. */
export async function findServerKey(work: WorkDatabase): Promise<ServerKey | undefined> {
  const row = await work.keys.get('server')
  return row?.id === 'server' ? row : undefined
}
