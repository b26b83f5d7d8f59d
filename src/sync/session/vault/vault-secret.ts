import type { SessionFields } from '#domain/access/session.ts'

/** The credentials of a sign-in: they seal the vault, and open it without the server. */
export interface Secret {
  username: string
  password: string
}

/** The credentials of a sign-in by passkey alone: they open an existing vault through the server's escrow. */
export interface PasskeySecret {
  username: string
  /** Allows one registration of the device's key. */
  deviceProof: string
}

/** A session as stored, sealed: renewing it needs the name. */
export type KeptSession = SessionFields & { username?: string }
