import { createHash } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** With what this server shows itself to another one, and whom it trusts beside the usual authorities; texts in PEM. */
export interface TlsIdentity {
  /** The certificate with its chain; empty where none is shown. */
  certificate: string
  /** Its private key without a passphrase. */
  key: string
  /** Authorities that are trusted too; empty where there are none. */
  ca: string
}

/** Certificates of the usual authorities are read once for each identity, which takes milliseconds. */
const contexts = new Map<string, SecureContext>()
const CONTEXTS_MAX = 200

/**
 * What a TLS connection of that identity is made with; undefined where it says nothing. Throws the TLS library's own
 * error for texts that it cannot use.
 */
export function tlsContextOf(identity: TlsIdentity): SecureContext | undefined {
  const { certificate, key, ca } = identity
  if (certificate === '' && ca === '') return undefined
  const name = createHash('sha256')
    .update(JSON.stringify([certificate, key, ca]))
    .digest('base64')
  const known = contexts.get(name)
  if (known) return known
  const made = createSecureContext({
    ...(certificate !== '' && { cert: certificate, key }),
    // A list of one's own stands in the place of the usual one, so it holds both.
    ...(ca !== '' && { ca: [...getCACertificates('default'), ca] }),
  })
  if (contexts.size >= CONTEXTS_MAX) contexts.clear()
  contexts.set(name, made)
  return made
}
