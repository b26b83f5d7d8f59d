import { Dexie, type Table } from 'dexie'
import type { ActNote } from '#contract/calls/act-note.ts'
import type { Delegation } from '#contract/calls/delivery.ts'
import type { Base, SignedReceipt } from '#contract/calls/sync.ts'
import type { ErrorCode } from '#contract/kernel/error-codes.ts'
import type { QueueKey } from '#contract/registry.ts'
import type { Stored } from './repository.ts'
import type { PasswordWrap } from './sealing/password-wrap.ts'
import type { TouchWrap } from './sealing/touch-wrap.ts'

/** Where a queued command stands (docs/sync.md#outbox); `acked` rows leave once the pull has passed their position. */
export const OUTBOX_STATES = ['waiting', 'sending', 'acked', 'parked'] as const
export type OutboxState = (typeof OUTBOX_STATES)[number]

/** Why the last delivery did not take effect; the words for a person are sealed. */
export interface LastError {
  kind: 'network' | 'server' | 'session' | 'dependency' | 'refused'
  status: number | undefined
  code: ErrorCode | undefined
  at: number
  /** True where the server itself said when to come back: its pause is left to it. */
  isAsked?: boolean
}

/** One command in the outbox. `id` is its Idempotency-Key, minted at the person's click. */
export interface OutboxRow extends Stored {
  /** Order of the clicks on this device, also while its clock jumps. */
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
   * Commands that it goes after while they are on their way, and does not wait for once a person must decide about them:
   * money does not wait for a refused booking.
   */
  after?: string[]
  /** Files that its text names: the ones that wait on this device go ahead of it. */
  files?: string[]
  /** True for saves that the editor makes by itself: a later one takes the place of a waiting one. */
  isAuto: boolean
  /** When it first left this device, by a delivery or in an exported file; from then on input and base are frozen. */
  sentAt: number | undefined
  /** When it was last written into a sealed file that a person took along. */
  exportedAt?: number
  /** Earlier commands that may be on their way and that this one takes the place of (contract: Command.supersedes). */
  supersedes?: string[]
  /** The sender's fencing number; a row claimed under an older one is free again. */
  claim: number | undefined
  attempts: number
  /** Not to be sent before this time. */
  nextAt: number
  acked: { pos: number | null; rev: number | null; at: number } | undefined
  /** What the server signed when it took the command, oldest first: one for each history that it took effect in. */
  receipts?: SignedReceipt[]
  /** What an acknowledged change left for a person to do; the row stays until it is done. */
  flags?: string[]
  lastError: LastError | undefined
  at: number
  /** How far the server's clock was ahead of the one that `at` is by, as last measured. */
  skewMs: number | undefined
  /** True where the app went on without the server's answer; outside of what is hashed and signed. */
  isOffline?: boolean
  user: string
  /** The input sealed to the server's key (docs/sync.md#outbox): what a locked device delivers; null until that key is known. */
  sealed: Uint8Array<ArrayBuffer> | null
  /** The server's key that `sealed` is for. */
  sealedKeyId?: string
  /**
   * Made when the person clicked (contract/calls/delivery.ts, `signedText`); absent where no key could sign, and after
   * what it covers was changed: then it travels by a session only until the vault signs it anew.
   */
  signature?: string
  /** The public key that `signature` is checked by, as in the device's `signer` row. */
  signedBy?: string
  /** Where a delegated key signed it. */
  delegation?: Delegation
}

/** The optimistic effect of one command on one record, until the cache holds the revision that the server made of it. */
export interface OverlayRow extends Stored {
  command: string
  seq: number
  type: string
  record: string
  /** The revision that the server gave the record by this command. */
  ackedRev: number | undefined
}

/** The text of a report as its writer's device holds it. `id` is the report's. */
export interface DraftRow extends Stored {
  study: string
  updated: number
  /** The last save made of this text; undefined before the first. */
  command: string | undefined
  /** The server revision that this text continues; undefined where the server has none yet. */
  baseRev: number | undefined
  /** The server's history that counted `baseRev`; absent where this device knew none. */
  baseEpoch?: string
  /** True where nothing was typed since that save. */
  isSaved: boolean
  /** The page that types; another one does not overwrite its text unseen. */
  writer: string
}

/** A file that was added on this device, by the id it keeps on the server; `command` is the save that names it, if known. */
export interface BlobRow extends Stored {
  command: string
}

/**
 * Key material and what must be known while the vault is locked; nothing of a patient. `wrap` is the data key under the
 * password (`next-wrap` under a changed one until it was first used; `nameHint` is one byte of a salted hash of the name,
 * so that an offline sign-in need not try every vault of the device), `signer` is the key that signs commands, its private
 * half sealed under the data key (`device` is the usable one of earlier builds: deleted at the next unlock), `server` is
 * the key that inputs are sealed for, `terms` say whose vault this is and how long it opens offline. Each `touch:` row is
 * the data key under a passkey, and `passkeys` lists those that the person has.
 */
export type KeyRow =
  | ({ id: 'wrap' | 'next-wrap'; nameHint: number } & PasswordWrap)
  | { id: 'device'; signing: CryptoKey; publicKey: string }
  | SignerRow
  | { id: 'server'; keyId: string; key: string }
  | VaultTerms
  | TouchRow
  | PasskeysRow

/** The data key under the secret of one passkey: it opens the vault by touch. */
export type TouchRow = { id: TouchRowId; credentialId: string } & TouchWrap
export type TouchRowId = `touch:${string}`

/** A passkey of the person, as the server lists it. */
export interface KnownPasskey {
  /** The server's id of it. */
  id: string
  /** The authenticator's id of it, base64url. */
  credentialId: string
  /** What its person calls it. */
  name: string
  transports: readonly string[]
}

/** The person's passkeys as the server last said: what a signature can be asked of without the network. */
export interface PasskeysRow {
  id: 'passkeys'
  /** The domain that they belong to. */
  rpId: string | undefined
  known: readonly KnownPasskey[]
  at: number
}

/** The key that signs this device's commands for one person; nothing on the disk can sign. */
export interface SignerRow {
  id: 'signer'
  /** Raw public key (65 bytes) in base64, for the server. */
  publicKey: string
  /** The private half (PKCS 8), sealed under the data key. */
  wrapped: Uint8Array<ArrayBuffer>
  /** True once the server knows it, with the password of its person. */
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

/** Small facts of the device: next sequence number, fencing number, skew. Nothing of a patient. */
export interface WorkMetaRow {
  id: string
  value: number
  /** What a number cannot say. */
  text?: string
}

/**
 * A command that the server took, kept for as long as the server may have to be restored from a backup: as it lay in the
 * outbox, sealed, with the server's signed receipt (docs/decisions/265).
 */
export interface JournalRow extends OutboxRow {
  /** About what it takes on the disk. */
  bytes: number
}

/** The server's signed note of what was done online and is in no journal (docs/decisions/274): no content, ids only. */
export interface NoteRow {
  id: string
  /** By the server's clock, in milliseconds. */
  at: number
  note: ActNote
}

/**
 * What a person did and the server does not have yet (docs/sync.md#on-the-device). Durable before anything says so;
 * cleared only after delivery or by a person's choice. A released version is never edited.
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
    // The sender finds what is next, and who waits for whom, without walking what waits.
    this.version(2).stores({
      outbox: 'id, &seq, state, [state+seq], aggregate, record, *depends, lastError.kind',
    })
    // One index by state: the browser leaves dead entries behind at each change of it, and only a walk that may write
    // clears them away. The sender's does, in this one; the library finds `state` alone in it too.
    this.version(3).stores({
      outbox: 'id, &seq, [state+seq], aggregate, record, *depends, lastError.kind',
    })
    this.version(4).stores({ journal: 'id, &seq' })
    this.version(5).stores({ notes: 'id, at' })
  }
}

const PREFIX = 'readroom-work-'

/** The users who keep work on this device, signed in or not. */
export async function findUsersWithWork(): Promise<string[]> {
  const names = await Dexie.getDatabaseNames()
  return names.filter((name) => name.startsWith(PREFIX)).map((name) => name.slice(PREFIX.length))
}
