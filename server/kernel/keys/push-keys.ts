import { dirname, join } from 'node:path'
import webPush from 'web-push'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { keepOnce, readKept } from './kept-file.ts'
import { keysFileOf } from './sealing-keys.ts'

const WHAT = 'push keys'
/** Push services want a contact address; a server without its own address names the product. */
const NO_ADDRESS = 'https://readroom.invalid'

/** The key pair that identifies this server to push services (VAPID). Browsers subscribe with the public key. */
export interface PushKeys {
  publicKey: string
  privateKey: string
  /** The sender's address, as sent to push services. */
  subject: string
}

const KeyFile = z.object({
  format: z.literal('readroom-push-keys'),
  version: z.literal(1),
  publicKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{87}$/)),
  privateKey: z.string().check(z.regex(/^[A-Za-z0-9_-]{43}$/)),
})

/** Returns where the pair is stored: beside the sealing keys, so every backup includes it. */
export const pushKeysFileOf = (config: Pick<Config, 'keysFile' | 'dataDir'>): string =>
  join(dirname(keysFileOf(config)), 'push.json')

/**
 * Returns the key pair of the file, created at the first start. Throws for an unreadable file, naming it, and never
 * changes it: with another pair, every browser subscription is useless.
 */
export async function openPushKeys(
  config: Pick<Config, 'keysFile' | 'dataDir' | 'publicUrl'>,
): Promise<PushKeys> {
  const file = pushKeysFileOf(config)
  const pair = (await findPair(file)) ?? (await makePair(file))
  const subject = config.publicUrl?.startsWith('https:') ? config.publicUrl : NO_ADDRESS
  return { ...pair, subject }
}

async function findPair(file: string) {
  const text = await readKept(file, WHAT)
  if (text === undefined) return undefined
  try {
    const { publicKey, privateKey } = KeyFile.parse(JSON.parse(text))
    return { publicKey, privateKey }
  } catch {
    throw new Error(
      `The push keys in ${file} are damaged. The file was not changed: put it back from your backup, or remove it, and every device asks for notifications anew.`,
    )
  }
}

async function makePair(file: string) {
  const pair = webPush.generateVAPIDKeys()
  const content = { format: 'readroom-push-keys', version: 1, ...pair }
  await keepOnce(file, `${JSON.stringify(content, null, 2)}\n`, WHAT)
  const kept = await findPair(file)
  if (!kept) throw new Error(`The push keys could not be kept in ${file}.`)
  return kept
}
