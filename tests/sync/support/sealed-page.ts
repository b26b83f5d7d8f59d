import { indexedDB } from 'fake-indexeddb'
import type { CourierPorts } from '#src/sync/sealed/courier.ts'
import { makeDeviceKey } from '#src/sync/sealed/device-key.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import type { ModelServer } from './model-server.ts'
import { CLIENT, DOCTOR } from './rows.ts'
import { type Browser, callerOver, openBare } from './test-page.ts'

/** Registers the results of a complete sign-in: server key, device key and terms, also on the server. */
export async function registerAt(server: ModelServer, userId: string): Promise<void> {
  const databases = await openBare(userId)
  const { keys } = databases.work
  const device = await makeDeviceKey(TEST_DATA_KEY)
  const { id: keyId, raw: key } = await server.door.publicKey()
  server.door.devices.set(userId, device.publicKey)
  await keys.put(device)
  await keys.put({ id: 'server', keyId, key })
  await keys.put({
    id: 'terms',
    clientId: CLIENT,
    userId,
    deviceId: DOCTOR,
    deviceName: 'Desk 1',
    vaultDays: 14,
  })
  databases.close()
}

/** Returns the courier of `browser` against `server`; it sees only the databases of this browser's user. */
export function courierPorts(
  browser: Browser,
  server: ModelServer,
  change: Partial<CourierPorts> = {},
): CourierPorts {
  return {
    call: callerOver(server.fetch),
    locks: browser.locks,
    isOnline: () => true,
    databases: async () =>
      (await indexedDB.databases()).flatMap(({ name = '' }) => (name.endsWith(browser.userId) ? name : [])),
    now: () => browser.clock,
    random: () => 0,
    ...change,
  }
}
