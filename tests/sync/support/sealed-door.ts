import { type SealedAnswer, type SealedCommand, sealedContext, signedText } from '#contract/calls/delivery.ts'
import type { Command, CommandAnswer } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import type { ErrorBody, ErrorCode } from '#contract/kernel/error-codes.ts'
import { hashOfSealed, openSealed } from '#contract/kernel/sealed-envelope.ts'

export interface Delivery {
  device_id: string
  items: SealedCommand[]
}

/** A command that the entry refuses. */
export interface Refused {
  id: string
  refused: ErrorCode
}

const SIGNATURE = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

/** The server's part of sealed delivery: its key, the known devices, and the checks before a command runs. */
export class SealedDoor {
  /** Public keys by user, raw in base64. */
  readonly devices = new Map<string, string>()
  readonly revoked = new Set<string>()
  #made = newKey('one')

  /** Replaces the server's key from now on. */
  changeKey(id: string): void {
    this.#made = newKey(id)
  }

  async publicKey(): Promise<{ id: string; raw: string }> {
    const { id, pair } = await this.#made
    const raw = new Uint8Array(await crypto.subtle.exportKey('raw', pair.publicKey))
    return { id, raw: toBase64(raw) }
  }

  open({ device_id, items }: Delivery): Promise<(Command | Refused)[]> {
    return Promise.all(items.map((item) => this.#openOne(device_id, item)))
  }

  async #openOne(deviceId: string, item: SealedCommand): Promise<Command | Refused> {
    const { id, call, version, base, supersedes, at, skew_ms, made_offline, after } = item
    const depends = after === undefined ? item.depends : [...item.depends, after]
    if (this.revoked.has(item.user_id)) return { id, refused: 'device_revoked' }
    if (!(await this.#isSigned(deviceId, item))) return { id, refused: 'bad_signature' }
    const made = await this.#made
    if (made.id !== item.key_id) return { id, refused: 'unknown_key' }
    const content = await openSealed(made.pair.privateKey, fromBase64(item.sealed), sealedContext(item))
    const input = JSON.parse(new TextDecoder().decode(content)) as Command['input']
    return { id, call, version, input, base, depends, supersedes, at, skew_ms, made_offline }
  }

  async #isSigned(deviceId: string, { signature, ...item }: SealedCommand): Promise<boolean> {
    const raw = this.devices.get(item.user_id)
    if (raw === undefined) return false
    const key = await crypto.subtle.importKey('raw', fromBase64(raw), SIGNATURE, false, ['verify'])
    const text = new TextEncoder().encode(
      signedText(deviceId, item, await hashOfSealed(fromBase64(item.sealed))),
    )
    return crypto.subtle.verify(SIGNATURE, key, fromBase64(signature), text)
  }
}

const newKey = async (id: string) => ({
  id,
  pair: await crypto.subtle.generateKey({ name: 'ECDH', namedCurve: 'P-256' }, true, ['deriveBits']),
})

/** Returns the part of an outcome that a device without a session receives. */
export function sealedAnswer({
  id,
  status,
  replayed,
  pos,
  rev,
  flags,
  ran,
  body,
}: CommandAnswer): SealedAnswer {
  const { code, retry_after } = body as Partial<ErrorBody>
  return { id, status, replayed, pos, rev, flags, ran, code, retry_after }
}
