import { createHash } from 'node:crypto'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'

/** How this server identifies itself to another one, and which additional authorities it trusts; texts in PEM. */
export interface TlsIdentity {
  /** The certificate with its chain; empty if none is presented. */
  certificate: string
  /** Its private key without a passphrase. */
  key: string
  /** Additional trusted authorities; empty if there are none. */
  ca: string
}

/** A context holds a decrypted private key, so it is kept only while connections use it. */
const IDLE_MS = 5 * 60_000
const CONTEXTS_MAX = 200

/**
 * Returns the TLS context of an identity; undefined if the identity is empty. Throws the TLS library's own error for
 * invalid texts.
 */
export function makeTlsContext({ certificate, key, ca }: TlsIdentity): SecureContext | undefined {
  if (certificate === '' && ca === '') return undefined
  return createSecureContext({
    ...(certificate !== '' && { cert: certificate, key }),
    // A custom list replaces the default one, so it contains both.
    ...(ca !== '' && { ca: [...getCACertificates('default'), ca] }),
  })
}

interface KeptContext {
  context: SecureContext
  idle: NodeJS.Timeout
}

/**
 * Returns a function like makeTlsContext that caches each identity while it is in use: parsing the default
 * authorities takes milliseconds. A context that is unused for `idleMs` is dropped.
 */
export function createTlsContexts(idleMs = IDLE_MS): typeof makeTlsContext {
  const contexts = new Map<string, KeptContext>()
  return (identity) => {
    const name = nameOf(identity)
    const known = contexts.get(name)
    if (known) {
      known.idle.refresh()
      return known.context
    }
    const context = makeTlsContext(identity)
    if (!context) return undefined
    if (contexts.size >= CONTEXTS_MAX) {
      for (const { idle } of contexts.values()) clearTimeout(idle)
      contexts.clear()
    }
    contexts.set(name, { context, idle: setTimeout(() => contexts.delete(name), idleMs).unref() })
    return context
  }
}

/** The TLS contexts of this process. */
export const tlsContextOf = createTlsContexts()

const nameOf = ({ certificate, key, ca }: TlsIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([certificate, key, ca]))
    .digest('base64')
