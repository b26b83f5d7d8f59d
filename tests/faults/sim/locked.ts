import { randomUUID } from 'node:crypto'
import { filter } from 'rxjs'
import { deviceKeyCalls } from '#contract/calls/devices.ts'
import { syncCalls } from '#contract/calls/sync.ts'
import { fromBase64, toBase64 } from '#contract/kernel/base64.ts'
import { createSealer } from '#contract/kernel/sealed-envelope.ts'
import { startCourier } from '#src/sync/sealed/courier.ts'
import { makeDeviceKey } from '#src/sync/sealed/device-key.ts'
import { TEST_DATA_KEY } from '#tests/helpers/device/test-data-key.ts'
import { LAB_PASSWORD } from './client.ts'
import type { SimDevice } from './device.ts'
import type { Tab } from './tab.ts'
import { runAs } from './time.ts'
import type { World } from './world.ts'

/**
 * Registers the results of a complete sign-in on a device and at the server: from now on its commands can be
 * sent sealed.
 */
export function registerDevice({ client }: World, { databases, call, device }: Tab): Promise<void> {
  return runAs(device.openTabs[0], async () => {
    const { public_key } = await call(syncCalls.hello, {})
    const key = await makeDeviceKey(TEST_DATA_KEY)
    const keyId = randomUUID()
    const seal = await createSealer(fromBase64(public_key.key))
    const escrow = await seal(crypto.getRandomValues(new Uint8Array(32)), `readroom data key ${keyId}`)
    await call(deviceKeyCalls.register, {
      password: LAB_PASSWORD,
      key_id: keyId,
      escrow: toBase64(escrow),
      server_key_id: public_key.id,
      device_key: key.publicKey,
    })
    const terms = { clientId: client.id, userId: device.user.id, deviceId: device.id, vaultDays: 14 }
    await databases.work.keys.bulkPut([
      key,
      { id: 'server', keyId: public_key.id, key: public_key.key },
      { id: 'terms', ...terms, deviceName: device.name },
    ])
  })
}

/** Locks the vault of a device: its tabs stop, and a courier without session or key delivers sealed commands. */
export function lockDevice(device: SimDevice): void {
  const tabs = device.openTabs
  device.isLocked = true
  for (const tab of tabs) runAs(tab, () => void tab.app.pause())
  const [tab] = tabs
  const courier =
    tab &&
    runAs(tab, () => startCourier(courierPorts(tab), tab.link.state$.pipe(filter(({ online }) => online))))
  device.unlock = () => {
    device.unlock = undefined
    device.isLocked = false
    courier?.stop()
    for (const open of tabs) if (!open.isDead) runAs(open, () => open.app.resume())
  }
}

const courierPorts = (tab: Tab) => ({
  call: tab.bareCall,
  locks: tab.device.locksOf(tab),
  databases: async () => (await tab.device.indexedDB.databases()).flatMap(({ name }) => name ?? []),
  now: tab.now,
  isOnline: () => tab.link.state().online,
  random: Math.random,
  onError: (error: unknown) => void tab.errors.push(error),
})
