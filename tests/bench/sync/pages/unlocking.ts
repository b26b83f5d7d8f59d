import { toBase64Url } from '#contract/kernel/base64.ts'
import { lockNow, unlock } from '#src/sync/session/session.ts'
import { currentDatabases } from '#src/sync/session/vault/current-vault.ts'
import { notePasskeys } from '#src/sync/session/vault/touch-keys.ts'
import { askAssertion } from '#src/sync/touch/ask-passkey.ts'
import { turnOnTouch } from '#src/sync/touch/touch-here.ts'
import { unlockByTouch } from '#src/sync/touch/unlock-by-touch.ts'
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

/** Measures an unlock against the bare derivation of its key, in turn; milliseconds each. */
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

/**
 * Measures an unlock by touch against the bare request to the same passkey, in turn; milliseconds each. The
 * page's authenticator needs no touch, so no person's time is included. Runs offline, because the server does
 * not have this passkey.
 */
export async function timeTouch(runs: number): Promise<{ ours: number[]; control: number[] }> {
  const work = currentDatabases()?.work
  if (!work) throw new Error('nobody is signed in')
  const passkey = await makePasskey()
  await notePasskeys(work, { rpId: undefined, known: [passkey], at: Date.now() })
  await turnOnTouch(secretOfPage().password)
  const times = { ours: [] as number[], control: [] as number[] }
  for (let run = 0; run < runs; run++) {
    await lockNow()
    const began = performance.now()
    await unlockByTouch()
    times.ours.push(performance.now() - began)
    const beganBare = performance.now()
    await askAssertion({ passkeys: [passkey] }, crypto.getRandomValues(new Uint8Array(32)))
    times.control.push(performance.now() - beganBare)
  }
  return times
}

async function makePasskey() {
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: crypto.getRandomValues(new Uint8Array(32)),
      rp: { name: 'Bench' },
      user: { id: crypto.getRandomValues(new Uint8Array(16)), name: 'bench', displayName: 'Bench' },
      pubKeyCredParams: [{ type: 'public-key', alg: -7 }],
      authenticatorSelection: { userVerification: 'required' },
      extensions: { prf: {} },
    },
  })
  if (!(made instanceof PublicKeyCredential)) throw new Error('no passkey was made')
  const credentialId = toBase64Url(new Uint8Array(made.rawId))
  return { id: crypto.randomUUID(), credentialId, name: 'Bench', transports: ['internal'] }
}
