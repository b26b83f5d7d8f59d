import { v7 as uuidv7 } from 'uuid'
import { expect } from 'vitest'
import type { SealedAnswer, SealedCommand } from '#contract/calls/delivery.ts'
import type { CommandAnswer } from '#contract/calls/sync.ts'
import { makeSealingDevice, type SealingDevice, type ToSeal } from '#tests/helpers/device/sealing-device.ts'
import { bearer, type Person, type SignedIn, type World } from '../helpers/world.ts'

/** One person on one device: sends commands by a session, seals them, and releases or discards them. */
export interface SyncDevice extends SignedIn {
  clientId: string
  device: SealingDevice
  seal: (given: ToSeal) => Promise<SealedCommand>
  send: (...commands: ToSeal[]) => Promise<(CommandAnswer & { body: { code?: string; message?: string } })[]>
  sendVoid: (...ids: string[]) => Promise<{ status: number; body: VoidBody }>
}

interface VoidBody {
  code?: string
  results: { id: string; voided: boolean; answer?: CommandAnswer }[]
}

/** Opens a person of the test world whose device has registered its public key. */
export async function openSyncDevice(world: World, person: Person = {}): Promise<SyncDevice> {
  const clientId = person.clientId ?? world.clientId
  const signedIn = await world.signIn(person)
  const device = await makeSealingDevice(world.app.kernel.keys.publicKey)
  const author = { ...signedIn, clientId }
  await world.admin.query(
    `insert into device_key (client_id, device_id, user_id, public_key, registered)
     values ($1, $2, $3, $4, now() - interval '1 day')`,
    [clientId, signedIn.deviceId, signedIn.userId, Buffer.from(device.publicKey)],
  )
  const post = (path: string, payload: object) =>
    world.app.inject({ method: 'POST', url: `/api/${path}`, headers: bearer(signedIn), payload })
  return {
    ...author,
    device,
    seal: (given) => device.seal(given, author),
    send: async (...commands) => {
      const payload = { device_id: signedIn.deviceId, commands: commands.map(whole) }
      const answer = await post('sync/commands', payload)
      expect(answer.statusCode).toBe(200)
      return answer.json().answers
    },
    sendVoid: async (...ids) => {
      const answer = await post('sync/void', { ids })
      return { status: answer.statusCode, body: answer.json() }
    },
  }
}

const whole = (given: ToSeal) => ({
  id: uuidv7(),
  call: 'test/saveTag',
  version: 2,
  input: {},
  at: new Date().toISOString(),
  ...given,
})

/** Posts sealed items as anybody on the network can. */
export async function post(
  world: World,
  deviceId: string,
  items: readonly object[],
  headers: Record<string, string> = {},
) {
  const payload = { device_id: deviceId, items }
  const answer = await world.app.inject({ method: 'POST', url: '/api/sync/deliver', headers, payload })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() }
}

/** Delivers sealed items without a session and returns the answer of each by its id. */
export async function deliver(
  world: World,
  deviceId: string,
  ...items: readonly object[]
): Promise<SealedAnswer[]> {
  const { status, body } = await post(world, deviceId, items)
  expect(status).toBe(200)
  return body.answers
}
