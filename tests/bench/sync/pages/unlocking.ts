import { lockNow, unlock } from '#src/sync/session/session.ts'
import { secretOfPage } from './enter.ts'

const ITERATIONS = 600_000

async function derive(password: string): Promise<void> {
  const base = await crypto.subtle.importKey('raw', new TextEncoder().encode(password), 'PBKDF2', false, [
    'deriveKey',
  ])
  const salt = crypto.getRandomValues(new Uint8Array(16))
  const how = { name: 'PBKDF2', hash: 'SHA-256', salt, iterations: ITERATIONS }
  await crypto.subtle.deriveKey(how, base, { name: 'AES-GCM', length: 256 }, false, ['decrypt'])
}

/** Times an unlock against the bare derivation of its key, in turn; milliseconds each. */
export async function timeUnlock(runs: number): Promise<{ ours: number[]; control: number[] }> {
  const { password } = secretOfPage()
  const times = { ours: [] as number[], control: [] as number[] }
  for (let run = 0; run < runs; run++) {
    await lockNow()
    const began = performance.now()
    await unlock(password)
    times.ours.push(performance.now() - began)
    const beganBare = performance.now()
    await derive(password)
    times.control.push(performance.now() - beganBare)
  }
  return times
}
