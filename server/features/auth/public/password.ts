import { hash, verify } from '@node-rs/argon2'

// Argon2id is the library's default algorithm; 19 MiB and two passes take about 9 ms here.
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const

/** Returns the stored form of a password: argon2id with its own salt and cost inside. */
export function hashPassword(password: string): Promise<string> {
  return hash(password, COST)
}

let unknownUserHash: Promise<string> | undefined

/**
 * Returns true if the password matches the stored hash. Without a stored hash (unknown name) does the same work on a
 * hash that nothing matches, so that the response time does not reveal which names exist.
 */
export async function isPassword(storedHash: string | undefined, password: string): Promise<boolean> {
  unknownUserHash ??= hashPassword(crypto.randomUUID())
  // A person who has not set a password yet has an empty hash, which no password matches.
  const isStored = storedHash !== undefined && storedHash !== ''
  const matches = await verify(isStored ? storedHash : await unknownUserHash, password)
  return matches && isStored
}
