import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** What a person is shown of a certificate, and what it is checked by. */
export interface ReadCertificate {
  /** `CN=readroom, O=Sanjeevani`. */
  subject: string
  begins: Date
  ends: Date
  /** Of its public key: that of its private key is the same. */
  print: string
}

/** The certificates of a PEM text in their order; undefined where it holds none, or one that cannot be read. */
export function readCertificates(pem: string): ReadCertificate[] | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g) ?? []
  if (blocks.length === 0) return undefined
  try {
    return blocks.map((block) => read(new X509Certificate(block)))
  } catch {
    return undefined
  }
}

const read = (certificate: X509Certificate): ReadCertificate => ({
  subject: certificate.subject.split('\n').toReversed().join(', '),
  begins: certificate.validFromDate,
  ends: certificate.validToDate,
  print: printOf(certificate.publicKey),
})

/** A PEM text holds a private key, of whatever kind. */
export const holdsPrivateKey = (pem: string): boolean => /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem)

/** A private key is locked by a passphrase. */
export const isLockedKey = (pem: string): boolean =>
  /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem)

/** The print of a private key's public half; undefined where the text is no private key in PEM form that can be read. */
export function printOfKey(pem: string): string | undefined {
  if (!holdsPrivateKey(pem)) return undefined
  try {
    return printOf(createPublicKey(createPrivateKey(pem)))
  } catch {
    return undefined
  }
}

const printOf = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')

/** The TLS library takes the certificate: it refuses keys that are too short and signatures that are too weak. */
export function isUsableInTls(certificate: string): boolean {
  try {
    createSecureContext({ cert: certificate })
    return true
  } catch {
    return false
  }
}
