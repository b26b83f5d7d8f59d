import { generate } from 'selfsigned'

/** A certificate and its private key as PEM. */
export interface Pair {
  cert: string
  key: string
}

const DAY_MS = 86_400_000

/** In days from the real time; the validity begins long ago, because the demo's clock is in the past. */
const validUntil = (days: number) => ({
  notBeforeDate: new Date(Date.now() - 400 * DAY_MS),
  notAfterDate: new Date(Date.now() + days * DAY_MS),
})

/** Makes an authority that signs certificates of a test. */
export async function makeTestAuthority(name = 'Test authority'): Promise<Pair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validUntil(800),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  })
  return { cert: made.cert, key: made.private }
}

/**
 * Issues a certificate with that name (none if it is empty), for a server at 127.0.0.1 or for a client; valid
 * for `days` from now.
 */
export async function issue(authority: Pair, name: string, days = 200): Promise<Pair> {
  const made = await generate(name === '' ? [] : [{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    ...validUntil(days),
    extensions: [
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
      { name: 'subjectAltName', altNames: [{ type: 7, ip: '127.0.0.1' }] },
    ],
  })
  return { cert: made.cert, key: made.private }
}
