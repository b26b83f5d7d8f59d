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

/** A context holds an opened private key: it stays no longer than connections are made with it. */
const IDLE_MS = 5 * 60_000
const CONTEXTS_MAX = 200

/**
 * What a TLS connection of that identity is made with; undefined where it says nothing. Throws the TLS library's own
 * error for texts that it cannot use.
 */
export function makeTlsContext({ certificate, key, ca }: TlsIdentity): SecureContext | undefined {
  if (certificate === '' && ca === '') return undefined
  return createSecureContext({
    ...(certificate !== '' && { cert: certificate, key }),
    // A list of one's own stands in the place of the usual one, so it holds both.
    ...(ca !== '' && { ca: [...getCACertificates('default'), ca] }),
  })
}

interface KeptContext {
  context: SecureContext
  idle: NodeJS.Timeout
}

/**
 * As makeTlsContext, each identity once while it is in use: certificates of the usual authorities take milliseconds to
 * read. One that nobody asked for during `idleMs` is dropped.
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

/** The contexts of this process. */
export const tlsContextOf = createTlsContexts()

const nameOf = ({ certificate, key, ca }: TlsIdentity): string =>
  createHash('sha256')
    .update(JSON.stringify([certificate, key, ca]))
    .digest('base64')
