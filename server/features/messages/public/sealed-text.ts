import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer, type Sealer } from '#contract/kernel/sealed-envelope.ts'
import type { SealingKeys } from '#server/kernel/keys/sealing-keys.ts'

/**
 * The stored texts of messages. They contain links that open results, of which the database otherwise stores only
 * hashes, so they are sealed to the server's key, which is outside the database (docs/decisions/081).
 */
export interface SealedTexts {
  seal: (messageId: string, text: string) => Promise<string>
  open: (messageId: string, stored: string) => Promise<string>
}

const contextOf = (messageId: string) => `readroom message ${messageId}`

/** The stored form is the id of the key, a dot, and the envelope in base64. */
export function createSealedTexts(keys: SealingKeys): SealedTexts {
  let sealer: Promise<Sealer> | undefined
  return {
    seal: async (id, text) => {
      sealer ??= createSealer(fromBase64(keys.publicKey.key))
      const sealed = await (await sealer)(new TextEncoder().encode(text), contextOf(id))
      return `${keys.publicKey.id}.${toBase64(sealed)}`
    },
    open: async (id, stored) => {
      const [keyId = '', sealed = ''] = stored.split('.')
      return new TextDecoder().decode(await keys.open(keyId, fromBase64(sealed), contextOf(id)))
    },
  }
}
