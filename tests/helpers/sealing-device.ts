import { v7 as uuidv7 } from 'uuid'
import { type SealedCommand, sealedContext, signedText } from '#contract/calls/delivery.ts'
import type { Base } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer, type Sealer } from '#contract/kernel/sealed-envelope.ts'

/** What a test says of a command; the rest is made up. */
export interface ToSeal {
  id?: string
  call?: string
  version?: number
  input?: unknown
  base?: Base
  depends?: string[]
  supersedes?: string[]
  at?: string
  skew_ms?: number
  made_offline?: boolean
}

/** Whose commands a device seals. */
export interface SealingAuthor {
  clientId: string
  userId: string
  deviceId: string
}

/** The keys of one vault: seals as the app does, and signs what it is told to. */
export interface SealingDevice {
  /** Raw, 65 bytes. */
  publicKey: Uint8Array<ArrayBuffer>
  seal: (given: ToSeal, author: SealingAuthor) => Promise<SealedCommand>
  /** The item with another part, signed anew: a device that lies rather than somebody on the way. */
  sign: (deviceId: string, item: SealedCommand) => Promise<SealedCommand>
  sealer: Sealer
  keyId: string
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const utf8 = (text: string) => new TextEncoder().encode(text)

/** A device that seals to the server's public key, as `sync/hello` answers it. */
export async function makeSealingDevice(server: { id: string; key: string }): Promise<SealingDevice> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
  const sealer = await createSealer(fromBase64(server.key))
  const sign = async (deviceId: string, item: SealedCommand) => {
    const text = utf8(signedText(deviceId, item))
    const bytes = await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, pair.privateKey, text)
    return { ...item, signature: toBase64(new Uint8Array(bytes)) }
  }
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    sealer,
    keyId: server.id,
    sign,
    seal: async ({ input = {}, ...given }, { clientId, userId, deviceId }) => {
      const header = { id: uuidv7(), call: 'test/saveTag', version: 2, depends: [], ...given }
      const sealed = await sealer(utf8(JSON.stringify(input)), sealedContext(header))
      const item = {
        at: new Date().toISOString(),
        ...header,
        client_id: clientId,
        user_id: userId,
        key_id: server.id,
        sealed: toBase64(sealed),
        signature: '',
      }
      return sign(deviceId, item)
    },
  }
}
