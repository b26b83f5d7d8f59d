import { pushCalls } from '#contract/calls/notifications.ts'
import { callApi } from '../api/call-api.ts'
import { findPreference, keepPreference } from '../preferences/preference.ts'

/**
 * Whether this browser shows notifications while Readroom is closed. `unsupported`: it cannot, or only once Readroom
 * is installed; `blocked`: the user blocked them in the browser.
 */
export type PushState = 'unsupported' | 'blocked' | 'off' | 'on'

/** Returns the browser's push manager; undefined if it does not support push messages. */
async function findManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator) || !('Notification' in globalThis)) return undefined
  const registration = await navigator.serviceWorker.getRegistration()
  // Browsers without push services have no manager either, whatever the types say.
  return registration && 'pushManager' in registration ? registration.pushManager : undefined
}

/** Returns the state from the browser and the user's choice on this device. */
export async function findPushState(): Promise<PushState> {
  const manager = await findManager()
  if (!manager) return 'unsupported'
  if (Notification.permission === 'denied') return 'blocked'
  const isWanted = (await findPreference('push')) === true
  return isWanted && Notification.permission === 'granted' && (await manager.getSubscription()) ? 'on' : 'off'
}

/** Asks for permission, subscribes the browser and tells the server. Call it from a tap: browsers ask only then. */
export async function turnPushOn(): Promise<PushState> {
  if ((await Notification.requestPermission()) !== 'granted') return findPushState()
  await subscribe()
  await keepPreference('push', true)
  return findPushState()
}

/** Turns push off on this device. */
export async function turnPushOff(): Promise<PushState> {
  await keepPreference('push', false)
  await callApi(pushCalls.deletePush, {})
  await dropPush()
  return findPushState()
}

/** Subscribes again if the user wants push and the server forgot it, as after a session that ended. */
export async function keepPush(): Promise<void> {
  if ((await findPreference('push')) !== true || !(await findManager())) return
  if (Notification.permission !== 'granted') return
  const { is_on } = (await callApi(pushCalls.pushKey, {})).result
  const manager = await findManager()
  if (is_on === 0 || !(await manager?.getSubscription())) await subscribe()
}

/** Ends the browser's subscription, because nobody is signed in on this device any more. */
export async function dropPush(): Promise<void> {
  const manager = await findManager()
  await (await manager?.getSubscription())?.unsubscribe()
}

async function subscribe(): Promise<void> {
  const manager = await findManager()
  if (!manager) return
  const { key } = (await callApi(pushCalls.pushKey, {})).result
  const subscription = await subscribeTo(manager, key)
  const { endpoint, keys } = subscription.toJSON()
  await callApi(pushCalls.savePush, {
    endpoint: endpoint ?? '',
    p256dh: keys?.p256dh ?? '',
    auth: keys?.auth ?? '',
  })
}

// A subscription with an earlier server key is useless: the browser refuses a second key beside it.
async function subscribeTo(manager: PushManager, key: string): Promise<PushSubscription> {
  const wish = { userVisibleOnly: true, applicationServerKey: key }
  try {
    return await manager.subscribe(wish)
  } catch (error) {
    const old = await manager.getSubscription()
    if (!old) throw error
    await old.unsubscribe()
    return manager.subscribe(wish)
  }
}
