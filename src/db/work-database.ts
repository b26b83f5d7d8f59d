import { Dexie, type Table } from 'dexie'
import type { ActNote } from '#contract/calls/act-note.ts'
import type { Delegation } from '#contract/calls/delivery.ts'
import type { Base, SignedReceipt } from '#contract/calls/sync.ts'
import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import type { QueueKey } from '#contract/registry.ts'
import type { Stored } from './repository.ts'
import type { PasswordWrap } from './sealing/password-wrap.ts'
import type { TouchWrap } from './sealing/touch-wrap.ts'

/** The state of a queued command (docs/sync.md#outbox); `acked` rows leave once the pull has passed their position. */
export const OUTBOX_STATES = ['waiting', 'sending', 'acked', 'parked'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** Why the last delivery did not take effect; the message for the user is sealed. */
export interface LastError {
  kind: 'network' | 'server' | 'session' | 'dependency' | 'refused'
  status: number | undefined
  code: ErrorCode | undefined
  at: number
  /** True if the server itself set the pause: it is not shortened. */
  isAsked?: boolean
}

/** One command in the outbox. `id` is its Idempotency-Key, minted at the person's click. */
export interface OutboxRow extends Stored {
  /** Click order on this device, independent of its clock. */
  seq: number
  state: OutboxState
  call: QueueKey
  version: number
  /** `type:id` of the record whose commands are sent one after another. */
  aggregate: string
  /** `type:id` of the record that `base` is a revision of. */
  record: string
  base: Base | undefined
  depends: string[]
  /**
   * Commands that it follows while they are in flight, but no longer once one of them waits for a person: money does
   * not wait for a refused booking.
   */
  after?: string[]
  /** Files that its text names: those that wait on this device are sent first. */
  files?: string[]
  /** True for automatic saves of the editor: a later one replaces a waiting one. */
  isAuto: boolean
  /** When it first left this device, in a delivery or in an exported file; from then on input and base are frozen. */
  sentAt: number | undefined
  /** When it was last written into an exported sealed file. */
  exportedAt?: number
  /** Earlier commands that may be in flight and that this one replaces (contract: Command.supersedes). */
  supersedes?: string[]
  /** The sender's fencing number; a row claimed under an older one is free again. */
  claim: number | undefined
  attempts: number
  /** Not to be sent before this time. */
  nextAt: number
  acked: { pos: number | null; rev: number | null; at: number } | undefined
  /** The server's signed receipts, oldest first: one for each history in which it took effect. */
  receipts?: SignedReceipt[]
  /** What an acknowledged change left for a person to do; the row stays until it is done. */
  flags?: string[]
  lastError: LastError | undefined
  at: number
  /** How far the server's clock was ahead of this device's clock (`at`), as last measured. */
  skewMs: number | undefined
  /** True if the app continued without the server's answer; not part of what is hashed and signed. */
  isOffline?: boolean
  user: string
  /** The input sealed for the server (docs/sync.md#outbox), for sending while locked; null until its key is known. */
  sealed: Uint8Array<ArrayBuffer> | null
  /** The server's key that `sealed` is for. */
  sealedKeyId?: string
  /**
   * Signed at the click (contract/calls/delivery.ts, `signedText`); absent if no key could sign, and after a signed
   * field changed: then it is sent only with a session until the vault signs it again.
   */
  signature?: string
  /** The public key that verifies `signature`, as in the device's `signer` row. */
  signedBy?: string
  /** Present if a delegated key signed it. */
  delegation?: Delegation
}

/** The optimistic effect of one command on one record, until the cache has the revision that the server made of it. */
export interface OverlayRow extends Stored {
  command: string
  seq: number
  type: string
  record: string
  /** The revision of the record that this command produced on the server. */
  ackedRev: number | undefined
}

/** The text of a report on its writer's device. `id` is the report's id. */
export interface DraftRow extends Stored {
  study: string
  updated: number
  /** The last save made of this text; undefined before the first. */
  command: string | undefined
  /** The server revision that this text continues; undefined if the server has none yet. */
  baseRev: number | undefined
  /** The server history that `baseRev` belongs to; absent if this device knew none. */
  baseEpoch?: string
  /** True if nothing was typed since that save. */
  isSaved: boolean
  /** The page that types; another one never overwrites its text unseen. */
  writer: string
}

/** A file added on this device, under its final id; `command` is the save that names it, if known. */
export interface BlobRow extends Stored {
  command: string
}

/**
 * Key material and what must be readable while the vault is locked; no patient data. `wrap` is the data key wrapped
 * with the password (`next-wrap` with a changed one until its first use; `nameHint` is one byte of a salted hash of the
 * name, so that an offline sign-in need not try every vault of the device), `signer` is the key that signs commands,
 * its private half sealed with the data key (`device` is the usable one of earlier builds: deleted at the next unlock),
 * `server` is the key that inputs are sealed for, `terms` name the owner of the vault and how long it opens offline.
 * Each `touch:` row is the data key wrapped with a passkey, and `passkeys` lists those of the user.
 */
export type KeyRow =
  | ({ id: 'wrap' | 'next-wrap'; nameHint: number } & PasswordWrap)
  | { id: 'device'; signing: CryptoKey; publicKey: string }
  | SignerRow
  | { id: 'server'; keyId: string; key: string }
  | VaultTerms
  | TouchRow
  | PasskeysRow

/** The data key wrapped with the secret of one passkey, which opens the vault by touch. */
export type TouchRow = { id: TouchRowId; credentialId: string } & TouchWrap
export type TouchRowId = `touch:${string}`

/** A passkey of the user, as the server lists it. */
export interface KnownPasskey {
  /** The server's id for it. */
  id: string
  /** The authenticator's credential id, base64url. */
  credentialId: string
  /** The user's name for it. */
  name: string
  transports: readonly string[]
}

/** The user's passkeys as the server last reported them: those that can be asked for a signature offline. */
export interface PasskeysRow {
  id: 'passkeys'
  /** Their domain. */
  rpId: string | undefined
  known: readonly KnownPasskey[]
  at: number
}

/** The key that signs this device's commands for one user; nothing on the disk can sign. */
export interface SignerRow {
  id: 'signer'
  /** Raw public key (65 bytes) in base64, for the server. */
  publicKey: string
  /** The private half (PKCS 8), sealed with the data key. */
  wrapped: Uint8Array<ArrayBuffer>
  /** True once the server knows it, proven by the user's password. */
  isRegistered: boolean
}

export interface VaultTerms {
  id: 'terms'
  clientId: string
  userId: string
  deviceId: string
  deviceName: string
  vaultDays: number
}

/** Small facts of the device: next sequence number, fencing number, skew. No patient data. */
export interface WorkMetaRow {
  id: string
  value: number
  /** For values that are not numbers. */
  text?: string
}

/**
 * A command that the server accepted, kept for as long as the server may have to be restored from a backup: sealed as
 * in the outbox, with the server's signed receipt (docs/decisions/265).
 */
export interface JournalRow extends OutboxRow {
  /** Its approximate size on disk. */
  bytes: number
}

/** The server's signed note of an online action that is in no journal (docs/decisions/274): no content, only ids. */
export interface NoteRow {
  id: string
  /** By the server's clock, in milliseconds. */
  at: number
  note: ActNote
}

/**
 * Work that the server does not have yet (docs/sync.md#on-the-device). Durable before anything reports it as stored;
 * deleted only after delivery or by a person's choice. A released version is never edited.
 */
export class WorkDatabase extends Dexie {
  declare readonly outbox: Table<OutboxRow, string>
  declare readonly overlay: Table<OverlayRow, string>
  declare readonly drafts: Table<DraftRow, string>
  declare readonly blobs: Table<BlobRow, string>
  declare readonly keys: Table<KeyRow, KeyRow['id']>
  declare readonly session: Table<Stored, string>
  declare readonly meta: Table<WorkMetaRow, string>
  declare readonly journal: Table<JournalRow, string>
  declare readonly notes: Table<NoteRow, string>

  constructor(userId: string) {
    super(`${PREFIX}${userId}`, { chromeTransactionDurability: 'strict' })
    this.version(1).stores({
      outbox: 'id, &seq, state, aggregate, record',
      overlay: 'id, command, [type+record], type',
      drafts: 'id, study',
      blobs: 'id, command',
      keys: 'id',
      session: 'id',
      meta: 'id',
    })
    // The sender finds the next commands, and their dependents, without walking the queue.
    this.version(2).stores({
      outbox: 'id, &seq, state, [state+seq], aggregate, record, *depends, lastError.kind',
    })
    // One index by state: the browser leaves dead entries behind at each change of it, and only a walk that may write
    // removes them. The sender's walk over this one does; Dexie can query `state` alone with it too.
    this.version(3).stores({
      outbox: 'id, &seq, [state+seq], aggregate, record, *depends, lastError.kind',
    })
    this.version(4).stores({ journal: 'id, &seq' })
    this.version(5).stores({ notes: 'id, at' })
  }
}

const PREFIX = 'readroom-work-'

/** Returns the users who have work on this device, signed in or not. */
export async function findUsersWithWork(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames()
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}
