import { createHash, X509Certificate } from 'node:crypto'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Target, WayOut } from './way-out.ts'

/** A certificate that the other side of a TLS connection showed, and that was trusted. */
export interface MetCertificate {
  /** SHA-256 of the certificate. */
  print: string
  /** `CN=archive, O=Sanjeevani`. */
  subject: string
  begins: Date
  ends: Date
}

/** Reads a certificate, from PEM or DER; throws where it is none. */
export function readMetCertificate(text: string | Buffer): MetCertificate {
  const certificate = new X509Certificate(text)
  return {
    print: createHash('sha256').update(certificate.raw).digest('hex'),
    subject: subjectOf(certificate),
    begins: certificate.validFromDate,
    ends: certificate.validToDate,
  }
}

// Certificates that name their hosts alone have no subject; its type does not say so.
function subjectOf({ subject, subjectAltName }: X509Certificate): string {
  const own = (subject as string | undefined)?.split('\n').toReversed().join(', ')
  return own || subjectAltName || ''
}

// A fault here would be one of the connection, and thrown where nothing catches it.
function tell(run: () => void): void {
  try {
    run()
  } catch {
    // What cannot be read is not watched.
  }
}

/**
 * Options of a TLS connection to a place that was checked: the certificate is held against the name as usual, and the way
 * out is told of one that holds.
 */
export function identityOptions(out: WayOut, { host, port }: Pick<Target, 'host' | 'port'>) {
  const { met } = out
  if (!met) return {}
  return {
    checkServerIdentity: (name: string, certificate: PeerCertificate): Error | undefined => {
      const fault = checkServerIdentity(name, certificate)
      if (!fault) tell(() => met({ host, port }, readMetCertificate(certificate.raw)))
      return fault
    },
  }
}
