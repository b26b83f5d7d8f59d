import { createHash, X509Certificate } from 'node:crypto'
import { checkServerIdentity, type PeerCertificate } from 'node:tls'
import type { Target, WayOut } from './way-out.ts'

/** A trusted certificate that the other side of a TLS connection presented. */
export interface MetCertificate {
  /** SHA-256 of the certificate. */
  print: string
  /** `CN=archive, O=Sanjeevani`. */
  subject: string
  begins: Date
  ends: Date
}

/** Parses a certificate from PEM or DER; throws if it is invalid. */
export function readMetCertificate(text: string | Buffer): MetCertificate {
  const certificate = new X509Certificate(text)
  return {
    print: createHash('sha256').update(certificate.raw).digest('hex'),
    subject: subjectOf(certificate),
    begins: certificate.validFromDate,
    ends: certificate.validToDate,
  }
}

// Certificates that only name their hosts have no subject; the type does not say so.
function subjectOf({ subject, subjectAltName }: X509Certificate): string {
  const own = (subject as string | undefined)?.split('\n').toReversed().join(', ')
  return own || subjectAltName || ''
}

// An error here would count as the connection's error, and be thrown where no code catches it.
function tell(run: () => void): void {
  try {
    run()
  } catch {
    // Unreadable certificates are not watched.
  }
}

/**
 * Returns TLS options for a connection to a checked place: the certificate is checked against the name as
 * usual, and `out.met` is called with valid ones.
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
