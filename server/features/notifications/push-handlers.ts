import type { pushCalls } from '#contract/calls/notifications.ts'
import { isPushEndpoint } from '#domain/notification/push-endpoint.ts'
import { demandVault } from '#server/kernel/auth/caller-device.ts'
import type { Config } from '#server/kernel/config.ts'
import type { HandlersFor } from '#server/kernel/context.ts'
import { invalid } from '#server/kernel/http/read-input.ts'
import type { PushKeys } from '#server/kernel/keys/push-keys.ts'
import { dropPushTarget, hasPushTarget, savePushTarget } from './push-store.ts'

interface PushDeps {
  pushKeys: PushKeys
  config: Pick<Config, 'loopbackPorts'>
}

/** Returns the handlers that subscribe a device to push messages and unsubscribe it. */
export function createPushHandlers({ pushKeys, config }: PushDeps): HandlersFor<typeof pushCalls> {
  return {
    pushKey: async (_, { tx, caller }) => {
      const isOn = await hasPushTarget(tx, demandVault(caller))
      return { result: { key: pushKeys.publicKey, is_on: isOn ? 1 : 0 } }
    },

    savePush: async (target, { tx, caller, now, audit }) => {
      const device = demandVault(caller)
      if (!isPushEndpoint(target.endpoint, { allowsLoopback: config.loopbackPorts === 'all' }))
        throw invalid({ endpoint: 'must be an address of a known push service' })
      await savePushTarget(tx, device, target, now)
      await audit('subscribe', 'push', device.deviceId)
      return { message: 'Saved successfully' }
    },

    deletePush: async (_, { tx, caller, audit }) => {
      const device = demandVault(caller)
      await dropPushTarget(tx, device)
      await audit('unsubscribe', 'push', device.deviceId)
      return { message: 'Saved successfully' }
    },
  }
}
