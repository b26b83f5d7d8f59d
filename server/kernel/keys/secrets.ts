import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer, type Sealer } from '#contract/kernel/sealed-envelope.ts'
import type { SealingKeys } from './sealing-keys.ts'

/**
 * Passwords and tokens of other systems as the database stores them: sealed to the server's key, which is outside the
 * database, so that a copy of the database cannot open them (docs/decisions/102).
 */
export interface Secrets {
  /** Returns the stored form of a secret; an empty text stays empty, so that SQL can test for "none". */
  seal: (context: string, text: string) => Promise<string>
  /** Returns the secret. Values stored unsealed, before secrets were sealed, are returned as they are. */
  open: (context: string, stored: string) => Promise<string>
}

/** A secret as read from its row, with the context that opens it; it is opened only when it is sent. */
export interface StoredSecret {
  context: string
  stored: string
}

/** Prefix of every sealed value; entry.clients_with_plain_secrets (migration 0046) looks for it too. */
export const SEAL_PREFIX = '$sealed$1$'

export const isSealed = (stored: string): boolean => stored.startsWith(SEAL_PREFIX)

/**
 * Returns the context a secret is sealed for: it does not open in another client's row, another record or
 * another column.
 */
export const secretContext = (clientId: string, table: string, id: string, column: string): string =>
  `client ${clientId} ${table} ${id} ${column}`

/** The secret's key is gone, or its row was moved: nobody can open it, and it must be entered again. */
export class SecretLostError extends Error {
  constructor(cause: unknown) {
    super('A stored password cannot be opened any more. Enter it again.', { cause })
    this.name = 'SecretLostError'
  }
}

/**
 * Creates an object that seals to a public key and cannot open: enough for a process that only writes
 * (docs/decisions/330).
 */
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

/**
 * Creates an object that seals to the newest key and opens values sealed to any of the keys. Throws
 * SecretLostError for anything else.
 */
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
