import type { deviceCalls, deviceKeyCalls } from '#contract/calls/devices.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { distinctDeviceName } from '#domain/money/distinct-device-name.ts'
import { demandVault } from '#server/kernel/auth/caller-device.ts'
import type { Caller, Context, HandlersFor } from '#server/kernel/context.ts'
import type { DemandsFor } from '#server/kernel/http/demands.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { LiveContext, LiveHandlersFor } from '#server/kernel/http/serve-live-calls.ts'
import type { SealingKeys } from '#server/kernel/keys/sealing-keys.ts'
import { demandOwnPassword, forgiveOwn } from '../auth/public/own-password.ts'
import { findChallenge, takeChallenge } from '../passkeys/public/challenges.ts'
import { saveContact } from './contact.ts'
import { registerKey, releaseKey } from './escrow.ts'
import { readRestores } from './restores.ts'
import { getTerms, listDevices, lockDeviceNames, nameDevice, setRevoked } from './store.ts'

/** Registers a key and checks the password in the same call. `keys` open the escrows of devices. */
export function createDeviceKeyHandlers(keys: SealingKeys): LiveHandlersFor<typeof deviceKeyCalls> {
  return {
    register: async (input, live) => {
      demandVault(live.caller)
      const presence = await demandPresence(live, input)
      return live.tenant(async (ctx) => {
        const retired = await registerKey(keys, input, ctx)
        // A device whose key is retired registers another at once, with the same proof.
        if (retired === undefined) await presence.settle(ctx)
        const terms = await getTerms(ctx.tx, demandVault(ctx.caller))
        return { result: { ...terms, ...(retired && { retired }) } }
      })
    },
  }
}

/** Proof that the person is present. */
interface Presence {
  /** Resets the count of tries, or uses up the proof. */
  settle: (ctx: Context) => Promise<void>
}

// Requires the password, or the proof of the passkey sign-in that began this session.
async function demandPresence(
  live: LiveContext,
  { password, device_proof }: { password?: string | undefined; device_proof?: string | undefined },
): Promise<Presence> {
  if (device_proof === undefined) {
    if (password === undefined) throw invalid({ password: 'is required' })
    await demandOwnPassword(live, 'password', password)
    return { settle: forgiveOwn }
  }
  const over = invalid({ device_proof: 'is over: sign in again' })
  const { clientId, userId, sessionId } = live.caller
  const holder = await live.tenant(({ tx, now }) => findChallenge(tx, 'device_key', device_proof, now))
  const isOwn = holder?.clientId === clientId && holder.userId === userId && holder.sessionId === sessionId
  if (!isOwn) throw over
  return {
    settle: async ({ tx, now }) => {
      if (!(await takeChallenge(tx, 'device_key', device_proof, now))) throw over
    },
  }
}

/** Checked before the input is parsed; the owner of the device is checked when it is loaded. */
export const DEVICE_DEMANDS: DemandsFor<typeof deviceCalls> = {
  release: demandVault,
  contact: demandVault,
  list: demandAdministrator,
  restores: demandAdministrator,
  revoke: demandAdministrator,
  readmit: demandAdministrator,
}

/** Returns the handlers of contract/calls/devices. `keys` open the escrows of devices. */
export function createDeviceHandlers(keys: SealingKeys): HandlersFor<typeof deviceCalls> {
  return {
    release: async (input, ctx) => ({ result: { key: await releaseKey(keys, input.key_id, ctx) } }),
    contact: async (input, ctx) => {
      await saveContact(input, ctx)
      return { result: await getTerms(ctx.tx, demandVault(ctx.caller)) }
    },
    list: async (_, ctx) => ({ result: await listDevices(ctx.tx, demandAdministrator(ctx.caller)) }),
    restores: async (_, ctx) => ({ result: await readRestores(ctx, demandAdministrator(ctx.caller)) }),
    rename: renameDevice,
    revoke: async (input, ctx) => {
      await changeUse(input, ctx, true)
      return { message: 'The device was taken out of use.' }
    },
    readmit: async (input, ctx) => {
      await changeUse(input, ctx, false)
      return { message: 'The device may be used again.' }
    },
  }
}

function demandAdministrator(caller: Caller): Caller {
  if (!caller.isClientAdmin) throw new Refusal('not_permitted')
  return caller
}

// The list has one entry per device and person. A person renames only their own entry, an administrator those of all.
// The name identifies the desk on papers that the device prints offline.
async function renameDevice({ device_id, name }: { device_id: string; name: string }, ctx: Context) {
  const { clientId, userId, isClientAdmin } = ctx.caller
  const device = { clientId, deviceId: device_id, userId: isClientAdmin ? undefined : userId }
  const trimmed = name.trim()
  if (trimmed === '') throw new Refusal('invalid', undefined, { fields: { name: 'is required' } })
  const distinct = distinctDeviceName(trimmed, await lockDeviceNames(ctx.tx, device))
  if (!(await nameDevice(ctx.tx, device, distinct))) throw new Refusal('not_found')
  await ctx.audit('rename', 'device', device_id)
  return { result: await getTerms(ctx.tx, { clientId, deviceId: device_id, userId: device.userId }) }
}

async function changeUse(
  { device_id, user_id }: { device_id: string; user_id: string },
  ctx: Context,
  isRevoked: boolean,
): Promise<void> {
  const { clientId } = demandAdministrator(ctx.caller)
  const device = { clientId, deviceId: device_id, userId: user_id }
  if (!(await setRevoked(ctx.tx, device, isRevoked ? ctx.now : null))) throw new Refusal('not_found')
  await ctx.audit(isRevoked ? 'device_revoked' : 'device_readmitted', 'device', device_id, { user_id })
}
