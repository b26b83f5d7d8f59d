import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer, type Sealer } from '#contract/kernel/sealed-envelope.ts'
import type { SealingKeys } from './sealing-keys.ts'

/**
 * Passwords and tokens of other systems as the database keeps them: sealed to the server's key, which lies outside of
 * the database, so that a copy of the database opens none of them (docs/decisions/102).
 */
export interface Secrets {
  /** The form in which a secret is stored; an empty text stays empty, so that "none" can be asked in SQL. */
  seal: (context: string, text: string) => Promise<string>
  /** The secret itself. What was stored plain, before secrets were sealed, opens as it stands. */
  open: (context: string, stored: string) => Promise<string>
}

/** A secret as it was read from its row, with what it must be opened by; it is opened where it leaves the house. */
export interface StoredSecret {
  context: string
  stored: string
}

/** Begins every sealed value; entry.clients_with_plain_secrets (migration 0046) looks for it too. */
export const SEAL_PREFIX = '$sealed$1$'

export const isSealed = (stored: string): boolean => stored.startsWith(SEAL_PREFIX)

/** What a secret is sealed for: moved into another client's row, another record or another column it does not open. */
export const secretContext = (clientId: string, table: string, id: string, column: string): string =>
  `client ${clientId} ${table} ${id} ${column}`

/** The key that a secret was sealed to is gone, or the row was moved: nobody opens it, and it must be entered again. */
export class SecretLostError extends Error {
  constructor(cause: unknown) {
    super('A stored password cannot be opened any more. Enter it again.', { cause })
    this.name = 'SecretLostError'
  }
}

/** Seals to a public key and opens nothing: enough for a process that only writes (docs/decisions/330). */
export function createSealing({ id, key }: SealingKeys['publicKey']): Pick<Secrets, 'seal'> {
  let sealer: Promise<Sealer> | undefined
  return {
    seal: async (context, text) => {
      if (text === '') return ''
      sealer ??= createSealer(fromBase64(key))
      const sealed = await (await sealer)(new TextEncoder().encode(text), context)
      return `${SEAL_PREFIX}${id}.${toBase64(sealed)}`
    },
  }
}

/** Seals to the newest key; opens what any of the keys sealed. Throws SecretLostError for anything else. */
export function createSecrets(keys: SealingKeys): Secrets {
  return {
    ...createSealing(keys.publicKey),
    open: async (context, stored) => {
      if (!isSealed(stored)) return stored
      const [keyId = '', sealed = ''] = stored.slice(SEAL_PREFIX.length).split('.')
      try {
        return new TextDecoder().decode(await keys.open(keyId, fromBase64(sealed), context))
      } catch (error) {
        throw new SecretLostError(error)
      }
    },
  }
}
