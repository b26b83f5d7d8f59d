import { v7 as uuidv7 } from 'uuid'
import {
  type Delegation,
  firstSignedText,
  type SealedCommand,
  sealedContext,
  signedText,
} from '#contract/calls/delivery.ts'
import type { Base } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer, hashOfSealed, type Sealer } from '#contract/kernel/sealed-envelope.ts'

/** The command's fields that a test sets; the others have defaults. */
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
  seq?: number
  after?: string
  delegation?: Delegation
}

/** The author whose commands a device seals. */
export interface SealingAuthor {
  clientId: string
  userId: string
  deviceId: string
}

/** The keys of one vault: seals as the app does, and signs any text. */
export interface SealingDevice {
  /** Raw, 65 bytes. */
  publicKey: Uint8Array<ArrayBuffer>
  seal: (
    given: ToSeal,
    author: SealingAuthor,
    /** Signs in place of the device's key. */
    by?: (text: string) => Promise<string>,
  ) => Promise<SealedCommand>
  /** Signs any text with the device's key; returns base64. */
  signText: (text: string) => Promise<string>
  /** Signs the item again after a part was changed: as a device that lies, not as an attacker on the network. */
  sign: (deviceId: string, item: SealedCommand) => Promise<SealedCommand>
  sealer: Sealer
  keyId: string
}

const CURVE = { name: 'ECDSA', namedCurve: 'P-256' } as const
const utf8 = (text: string) => new TextEncoder().encode(text)

/** Makes a device that seals to the server's public key from `sync/hello`. */
export async function makeSealingDevice(server: { id: string; key: string }): Promise<SealingDevice> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['sign', 'verify'])
  const sealer = await createSealer(fromBase64(server.key))
  const signTextByKey = async (text: string) => {
    const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
    return toBase64(new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, utf8(text))))
  }
  const sign = async (deviceId: string, item: SealedCommand, by = signTextByKey) => {
    const hash = await hashOfSealed(fromBase64(item.sealed))
    const text = item.seq === undefined ? firstSignedText(deviceId, item) : signedText(deviceId, item, hash)
    return { ...item, signature: await by(text) }
  }
  return {
    publicKey: new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey)),
    sealer,
    keyId: server.id,
    sign: (deviceId, item) => sign(deviceId, item),
    signText: signTextByKey,
    seal: async ({ input = {}, ...given }, { clientId, userId, deviceId }, by) => {
      const header = { id: uuidv7(), call: 'test/saveTag', version: 2, depends: [], ...given }
      const sealed = await sealer(utf8(JSON.stringify(input)), sealedContext(header))
      const item = {
        at: new Date().toISOString(),
        seq: 1,
        ...header,
        client_id: clientId,
        user_id: userId,
        key_id: server.id,
        sealed: toBase64(sealed),
        signature: '',
      }
      return sign(deviceId, item, by)
    },
  }
}
