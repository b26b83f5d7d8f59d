import type { SessionFields } from '#domain/access/session.ts'

/** What a person signed in with: it seals the vault, and opens it without the server. */
export interface Secret {
  username: string
  password: string
}

/** What a person signed in with who gave a passkey alone: it opens a vault that is here by the server's escrow. */
export interface PasskeySecret {
  username: string
  /** Lets the device's key be registered, once. */
  deviceProof: string
}

/** A session as it is kept, sealed: the name is asked for again when it must be renewed. */
export type KeptSession = SessionFields & { username?: string }
