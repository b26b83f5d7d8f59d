import { authCalls } from '#contract/calls/auth.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { getDevice } from '#src/sync/current-device.ts'
import { readCacheState } from '#src/sync/pull/cache-state.ts'
import { deviceId, startSession, unlock } from '#src/sync/session/session.ts'
import { findUserId } from '#src/sync/session/session-storage.ts'
import { resumeVault } from '#src/sync/session/vault/vault.ts'

/** Returns the sign-in of the page, from its address. */
export function secretOfPage(): { username: string; password: string } {
  const query = new URLSearchParams(location.search)
  return { username: query.get('username') ?? '', password: query.get('password') ?? '' }
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

/** Signs in, or unlocks the data of a killed page; both with the product's own functions, as the screens call them. */
export async function enter(): Promise<void> {
  const secret = secretOfPage()
  const userId = findUserId()
  if (userId === undefined) {
    const answer = await callApi(authCalls.login, { ...secret, device_id: await deviceId() })
    if (!answer.result || answer.token === undefined) throw new Error('not signed in')
    await startSession({ ...answer.result, token: answer.token }, secret)
  } else if (!(await resumeVault(userId))) {
    await unlock(secret.password)
  }
}

/** Waits until the copies of the server's records are complete. */
export async function untilCopied(): Promise<void> {
  while (!(await readCacheState(getDevice().databases.cache)).isComplete) await pause(50)
}
