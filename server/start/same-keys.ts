import type { Config } from '#server/kernel/config.ts'
import { asOwner } from '#server/kernel/database/as-owner.ts'
import {
  findServerSetting,
  forgetServerSetting,
  keepServerSetting,
} from '#server/kernel/database/server-settings.ts'
import { findKeys, fingerprintOf, getKeys, type StoredKey } from '#server/kernel/keys/key-file.ts'
import { keysFileOf } from '#server/kernel/keys/sealing-keys.ts'

const NAME = 'sealing_key'

/**
 * Makes sure that the key file belongs to the database. The database stores the fingerprint of the oldest key from the
 * first start on; a server whose file lacks that key would give devices another key, and could not open what they
 * sealed or the stored passwords of other systems. Throws in that case, before a key is created; with `--new-keys` the
 * file becomes the database's from now on.
 */
export async function demandSameKeys(
  migrationUrl: string,
  config: Pick<Config, 'keysFile' | 'dataDir' | 'isNewKeys'>,
): Promise<void> {
  const file = keysFileOf(config)
  await asOwner(migrationUrl, async (client) => {
    if (config.isNewKeys) await forgetServerSetting(client, NAME)
    const expected = () => findServerSetting(client, NAME)
    const kept = await expected()
    if (kept !== undefined) return demandKey((await findKeys(file)) ?? [], kept, file)
    const keys = await getKeys(file)
    await keepServerSetting(client, NAME, fingerprintOf(keys[0] as StoredKey))
    // Of two servers that start at once, the second finds the first one's.
    demandKey(keys, (await expected()) ?? '', file)
  })
}

function demandKey(keys: readonly StoredKey[], kept: string, file: string): void {
  if (keys.some((key) => fingerprintOf(key) === kept)) return
  const what =
    keys.length === 0 ? `There is no key file ${file}` : `The keys in ${file} are not this database's`
  throw new Error(
    `${what}. Put the database's own file there, from your backup of the keys or from the other server of this database, or name it by READROOM_KEYS. Only where it is lost for good: npm start -- --new-keys. What devices sealed to the lost keys is lost then, and passwords of image servers, mail and partners must be entered again.`,
  )
}
