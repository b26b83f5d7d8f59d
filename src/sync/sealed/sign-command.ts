import { type Delegation, delegationText, type SignedHeader, signedText } from '#contract/calls/delivery.ts'
import { hashOfSealed } from '#contract/kernel/sealed-envelope.ts'
import { onWritten } from '#src/db/on-written.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import type { OutboxRow, SignerRow, VaultTerms, WorkDatabase } from '#src/db/work-database.ts'
import { makePassingKey, openDeviceKey, signText } from './device-key.ts'

/** The signed fields of an outbox row. */
export type SignedRow = Pick<
  OutboxRow,
  | 'id'
  | 'call'
  | 'version'
  | 'base'
  | 'depends'
  | 'supersedes'
  | 'at'
  | 'skewMs'
  | 'seq'
  | 'sealed'
  | 'sealedKeyId'
>

/** The part of an outbox row that identifies its author. */
export type SignedPart = Pick<OutboxRow, 'signature' | 'signedBy' | 'delegation'>

/** Signs a command as stored; without a signature if the vault is locked or the command is not sealed. */
export type CommandSigner = (row: SignedRow) => Promise<SignedPart>

interface Signer {
  terms: VaultTerms
  publicKey: string
  signing: CryptoKey
}

const UNSIGNED: SignedPart = { signature: undefined, signedBy: undefined, delegation: undefined }

/**
 * Creates the signer of the vault's own key. The key is opened once for as long as the data key is in memory: without
 * the data key it cannot be reached.
 */
export function createCommandSigner(work: WorkDatabase, findKey: () => DataKey | undefined): CommandSigner {
  const findSigner = rememberSigner(work)
  return async (row) => {
    const dataKey = findKey()
    const signer = dataKey && (await findSigner(dataKey))
    if (!signer || row.sealed === null || row.sealedKeyId === undefined) return UNSIGNED
    return { signature: await signRow(signer, row), signedBy: signer.publicKey, delegation: undefined }
  }
}

/**
 * Creates a signer for one record that works while the vault is locked: its key lives in the memory of this page, and
 * the device's key vouches for it now. Undefined if the device has no key.
 */
export async function delegateSigner(
  work: WorkDatabase,
  dataKey: DataKey,
  { call, record, at }: Pick<Delegation, 'call' | 'record' | 'at'>,
): Promise<CommandSigner | undefined> {
  const signer = await openSigner(work, dataKey)
  if (!signer) return undefined
  const { terms, publicKey } = signer
  const passing = await makePassingKey()
  const lent = { call, record, at, key: passing.publicKey }
  const delegation = { ...lent, signature: await signText(signer.signing, delegationText(terms, lent)) }
  return async (row) => {
    if (row.sealed === null || row.sealedKeyId === undefined) return UNSIGNED
    const signature = await signRow({ ...signer, signing: passing.signing }, row)
    return { signature, signedBy: publicKey, delegation }
  }
}

/** The signed fields of a row, in wire format. */
export function signedHeaderOf(row: SignedRow, { clientId, userId }: VaultTerms): SignedHeader {
  const { id, call, version, base, depends, supersedes, at, skewMs, seq, sealedKeyId = '' } = row
  return {
    id,
    client_id: clientId,
    user_id: userId,
    call,
    version,
    depends,
    at: new Date(at).toISOString(),
    seq,
    key_id: sealedKeyId,
    ...(base && { base }),
    ...(supersedes && { supersedes }),
    ...(skewMs !== undefined && { skew_ms: skewMs }),
  }
}

async function signRow({ terms, signing }: Signer, row: SignedRow): Promise<string> {
  const hash = await hashOfSealed(row.sealed ?? new Uint8Array())
  return signText(signing, signedText(terms.deviceId, signedHeaderOf(row, terms), hash))
}

// Keyed by the data key itself: when that is dropped at the lock, nothing reaches the signing key any more.
function rememberSigner(work: WorkDatabase): (dataKey: DataKey) => Promise<Signer | undefined> {
  let opened = new WeakMap<DataKey, Promise<Signer | undefined>>()
  onWritten(work.keys, () => {
    opened = new WeakMap()
  })
  return (dataKey) => {
    const known = opened.get(dataKey) ?? openSigner(work, dataKey)
    opened.set(dataKey, known)
    known.catch(() => opened.delete(dataKey))
    return known
  }
}

async function openSigner(work: WorkDatabase, dataKey: DataKey): Promise<Signer | undefined> {
  const [row, terms] = await work.keys.bulkGet(['signer', 'terms'])
  if (row?.id !== 'signer' || terms?.id !== 'terms') return undefined
  return { terms, publicKey: row.publicKey, signing: await openDeviceKey(dataKey, row) }
}

/** Returns the current signing key of this device; undefined before the first sign-in of this build. */
export async function findSignerRow({ keys }: WorkDatabase): Promise<SignerRow | undefined> {
  const row = await keys.get('signer')
  return row?.id === 'signer' ? row : undefined
}
