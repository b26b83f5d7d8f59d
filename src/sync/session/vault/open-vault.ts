import type { Codec, RowAddress } from '#src/db/codec.ts'
import { type Databases, openDatabases } from '#src/db/open-databases.ts'
import type { DataKey } from '#src/db/sealing/data-key.ts'
import { createKeySlot, type KeySlot } from '#src/db/sealing/key-slot.ts'
import { createRecordCodec, RowBrokenError } from '#src/db/sealing/record-codec.ts'
import { keepKeys } from './keep-keys.ts'
import { showKeyHeld } from './key-handover.ts'
import { openVaultLine, type VaultLine } from './vault-line.ts'

/** The databases of a user in this page, with the slot of their key. */
export interface Vault {
  databases: Databases
  slot: KeySlot
  line: VaultLine
  /** Inserts the key; other pages may ask for it from now on. */
  open: (dataKey: DataKey) => Promise<void>
  /** Forgets the key. Readers of rows wait. */
  lock: () => void
  /** Closes the databases and rejects everyone who waits for the key. */
  close: () => void
}

/** Opens the databases of `userId` without their key. Throws DatabaseUnavailableError. */
export async function openVault(userId: string, onOutdated: () => void): Promise<Vault> {
  const slot = createKeySlot()
  let databases: Databases | undefined
  const forget = async ({ database, table, id }: RowAddress) => {
    if (database === databases?.cache.name) await databases.cache.table(table).delete(id)
  }
  databases = await openDatabases(userId, {
    codec: mendingCodec(createRecordCodec(slot.key), forget),
    onOutdated,
  })
  const letKeysGo = keepKeys(databases.work)
  const line = openVaultLine(userId)
  const answering = line.messages$.subscribe((message) => {
    const dataKey = slot.dataKey()
    if (message.kind === 'ask-key' && dataKey) line.post({ kind: 'key', nonce: message.nonce, dataKey })
  })
  let held: AbortController | undefined
  const lock = () => {
    held?.abort()
    held = undefined
    slot.drop()
  }
  return {
    databases,
    slot,
    line,
    lock,
    open: async (dataKey) => {
      await slot.put(dataKey)
      held ??= new AbortController()
      showKeyHeld(userId, held.signal)
    },
    close: () => {
      lock()
      slot.close()
      answering.unsubscribe()
      line.close()
      letKeysGo()
      databases.close()
    },
  }
}

/**
 * A copy that cannot be opened is damaged on disk: it is deleted, and the next comparison with the server fetches it
 * again. Unsent work is never deleted.
 */
function mendingCodec(codec: Codec, forget: (place: RowAddress) => Promise<void>): Codec {
  return {
    seal: codec.seal,
    open: async (place, sealed) => {
      try {
        return await codec.open(place, sealed)
      } catch (error) {
        if (error instanceof RowBrokenError) await forget(place).catch(() => undefined)
        throw error
      }
    },
  }
}
