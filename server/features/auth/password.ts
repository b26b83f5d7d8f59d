import { hash, verify } from '@node-rs/argon2'

// Argon2id is the library's default algorithm; 19 MiB and two passes take about 9 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** The stored form of a password: argon2id with its own salt and cost inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let unknownUserHash: Promise<string> | undefined

/**
 * Whether the password is the stored one. Without a stored hash (nobody of that name) the same work is done on a hash
 * that nothing matches, so the time of an answer does not tell which names exist.
 */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  unknownUserHash ??= hashPassword(crypto.randomUUID())
  // Who has not set a password yet has an empty one stored, which nothing opens.
  const isStored = storedHash !== undefined && storedHash !== ''
  const matches = await verify(isStored ? storedHash : await unknownUserHash, password)
  return matches && isStored
}
