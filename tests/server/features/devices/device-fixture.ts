import { v7 as uuidv7 } from 'uuid'
import { toBase64 } from '#contract/kernel/base64.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import type { SealingDevice } from '#tests/helpers/device/sealing-device.ts'
import { askAdmin } from '../look-inside.ts'
import type { ApiUser, DemoServer } from '../open-demo.ts'

export const login = (
  server: DemoServer,
  username: string,
  device_id: string,
  password: string = DEMO_PASSWORD,
) => server.send({ method: 'POST', url: '/api/auth/login', payload: { username, password, device_id } })

/** Signs in on a device whose id the server knows. */
export async function signInOn(server: DemoServer, username: string, deviceId: string): Promise<ApiUser> {
  const { body } = await login(server, username, deviceId)
  const headers = { authorization: `Bearer ${body.token}` }
  const send = (method: 'GET' | 'POST', path: string, payload?: object) =>
    server.send({ method, url: path.startsWith('/') ? path : `/api/${path}`, headers, payload })
  return {
    token: body.token as string,
    get: (path) => send('GET', path),
    post: (path, payload) => send('POST', path, payload as object),
  }
}

export const dataKey = () => crypto.getRandomValues(new Uint8Array(32))

/** Returns what a device registers for a data key. */
export async function registration(
  device: SealingDevice,
  key: Uint8Array<ArrayBuffer>,
  keyId: string = uuidv7(),
) {
  const escrow = await device.sealer(key, `readroom data key ${keyId}`)
  return {
    password: DEMO_PASSWORD,
    key_id: keyId,
    escrow: toBase64(escrow),
    server_key_id: device.keyId,
    device_key: toBase64(device.publicKey),
  }
}

/** Returns the facts that a device sends about itself when there is nothing to report. */
export const contact = (more: object = {}) => ({
  waiting: 0,
  needs_person: 0,
  oldest_unsent: null,
  storage_used: 0,
  storage_granted: 0,
  client_version: '0.1.0',
  repaired: 0,
  ...more,
})

/** Returns the audited actions on a device, oldest first. */
export async function actionsOf(server: DemoServer, deviceId: string): Promise<string[]> {
  const text = 'select action from audit_trail where record_id = $1 order by at, id'
  const rows = await askAdmin<{ action: string }>(server, text, [deviceId])
  return rows.map(({ action }) => action)
}
