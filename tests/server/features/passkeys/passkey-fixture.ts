import type { CreationOptions, RequestOptions } from '#contract/kernel/passkey.ts'
import { DEMO_PASSWORD } from '#server/features/demo/centre/people.ts'
import {
  type Asked,
  makeSoftwarePasskey,
  type SoftwarePasskey,
} from '#tests/helpers/device/software-passkey.ts'
import type { Answer, ApiUser } from '../open-demo.ts'

/** The server's address for browsers in these tests: a domain name with https. */
export const ORIGIN = 'https://ris.example.org'
export const RP_ID = 'ris.example.org'
export const AT_DOMAIN = { READROOM_URL: ORIGIN }

/** Returns what a page at the right address passes to an authenticator for these options. */
export const askedBy = ({ challenge }: { challenge: string }, more: Partial<Asked> = {}): Asked => ({
  challenge,
  rpId: RP_ID,
  origin: ORIGIN,
  ...more,
})

/** Begins a registration with the password as proof; returns the creation options for the browser. */
export async function beginRegistration(desk: ApiUser, proof: object = { password: DEMO_PASSWORD }) {
  const { status, body } = await desk.post('passkey/registerOptions', proof)
  if (status !== 200) throw new Error(`No options: ${JSON.stringify(body)}`)
  return body.result as CreationOptions
}

/** Registers a passkey for the person of this desk. */
export async function registerPasskey(
  desk: ApiUser,
  passkey: SoftwarePasskey = makeSoftwarePasskey(),
  name = 'Laptop',
): Promise<{ passkey: SoftwarePasskey; id: string; answer: Answer }> {
  const options = await beginRegistration(desk)
  const credential = passkey.create(askedBy(options))
  const answer = await desk.post('passkey/register', { name, credential })
  return { passkey, id: answer.body.result?.id as string, answer }
}

/** Returns a passkey's assertion for a fresh challenge of this session. */
export async function prove(desk: ApiUser, passkey: SoftwarePasskey, more: Partial<Asked> = {}) {
  const { body } = await desk.post('passkey/askOptions', {})
  return passkey.get(askedBy(body.result as RequestOptions, more))
}

/** Returns the passkeys that the person of this desk sees. */
export async function passkeysOf(
  desk: ApiUser,
): Promise<{ id: string; name: string; [field: string]: unknown }[]> {
  const { body } = await desk.get('passkey/list')
  return body.result.passkeys
}
