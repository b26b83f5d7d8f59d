import { randomInt } from 'node:crypto'
import { RECOVERY_CODES, readRecoveryCode, recoveryCode } from '#domain/access/recovery-code.ts'
import type { Tx } from '#server/kernel/context.ts'
import { hashPassword, isPassword } from '../auth/public/password.ts'
import type { AccountOwner } from '../auth/public/sign-in-deps.ts'

/** New recovery codes with their hashes for storage. */
export interface MadeCodes {
  codes: string[]
  hashes: string[]
}

/** Creates ten recovery codes; `keepCodes` stores them. Must run outside a transaction, because hashing is slow. */
export async function makeCodes(): Promise<MadeCodes> {
  const codes = Array.from({ length: RECOVERY_CODES }, (_, place) => recoveryCode(place, randomInt))
  return { codes, hashes: await Promise.all(codes.map(hashPassword)) }
}

/** Stores a person's new codes and replaces the earlier ones. */
export async function keepCodes(
  tx: Tx,
  { clientId, userId }: AccountOwner,
  { hashes }: Pick<MadeCodes, 'hashes'>,
  now: Date,
): Promise<void> {
  await dropCodes(tx, { clientId, userId })
  const rows = hashes.map((code_hash, place) => ({
    client_id: clientId,
    user_id: userId,
    place,
    code_hash,
    made: now,
  }))
  await tx.insertInto('recovery_code').values(rows).execute()
}

/** Deletes a person's codes, used and unused. */
export async function dropCodes(tx: Tx, { clientId, userId }: AccountOwner): Promise<void> {
  await tx
    .deleteFrom('recovery_code')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .execute()
}

/** Counts a person's unused codes. */
export async function countCodes(tx: Tx, { clientId, userId }: AccountOwner): Promise<number> {
  const { left } = await tx
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<string>().as('left'))
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('used', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(left)
}

/** The place and hash of a stored code, needed to use it. */
export interface FoundCode {
  place: number
  hash: string
}

/**
 * Returns the stored code that matches; undefined if none of the person's unused ones does. Takes the same work in
 * both cases.
 */
export async function matchCode(
  find: (place: number) => Promise<string | undefined>,
  typed: string,
): Promise<FoundCode | undefined> {
  const read = readRecoveryCode(typed)
  const hash = read && (await find(read.place))
  const isRight = await isPassword(hash, read?.code ?? typed)
  return isRight && read && hash !== undefined ? { place: read.place, hash } : undefined
}

/** Returns the hash of a person's unused code. */
export async function findCodeHash(
  tx: Tx,
  { clientId, userId }: AccountOwner,
  place: number,
): Promise<string | undefined> {
  const row = await tx
    .selectFrom('recovery_code')
    .select('code_hash')
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('used', 'is', null)
    .executeTakeFirst()
  return row?.code_hash
}

/** Consumes a code; returns false if it was used or replaced since. */
export async function useCode(
  tx: Tx,
  { clientId, userId }: AccountOwner,
  { place, hash }: FoundCode,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recovery_code')
    .set({ used: now })
    .where('client_id', '=', clientId)
    .where('user_id', '=', userId)
    .where('place', '=', place)
    .where('code_hash', '=', hash)
    .where('used', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
