import { Dexie, type Table } from 'dexie'
import { v7 as mintId } from 'uuid'

/** Data of the machine and not of a user: one opaque id, needed before anybody is signed in. */
class DeviceDatabase extends Dexie {
  declare readonly facts: Table<{ id: string; value: string }, string>

  constructor() {
    super('readroom-device', { chromeTransactionDurability: 'strict' })
    this.version(1).stores({ facts: 'id' })
  }
}

/** This device's id: minted once, the same for all its users. */
export async function findOrMintDeviceId(): Promise<string> {
  const database = new DeviceDatabase()
  try {
    return await database.transaction('rw', database.facts, async () => {
      const known = await database.facts.get('device')
      if (known) return known.value
      const minted = mintId()
      await database.facts.add({ id: 'device', value: minted })
      return minted
    })
  } finally {
    database.close()
  }
}
