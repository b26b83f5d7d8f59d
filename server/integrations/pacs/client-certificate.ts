import { createHash, createPrivateKey, createPublicKey, type KeyObject, X509Certificate } from 'node:crypto'
import { createSecureContext } from 'node:tls'

/** The displayed data of a certificate, and its validity. */
export interface ReadCertificate {
  /** For example `CN=readroom, O=Sanjeevani`. */
  subject: string
  begins: Date
  ends: Date
  /** The fingerprint of its public key; equal to that of its private key. */
  print: string
}

/** Reads the certificates of a PEM text in order; returns undefined if it contains none, or an unreadable one. */
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

/** Returns true if a PEM text contains a private key of any kind. */
export const holdsPrivateKey = (pem: string): boolean => /-----BEGIN [A-Z0-9 ]*PRIVATE KEY-----/.test(pem)

/** Returns true if a private key is encrypted with a passphrase. */
export const isLockedKey = (pem: string): boolean =>
  /-----BEGIN ENCRYPTED PRIVATE KEY-----|Proc-Type: 4,ENCRYPTED/.test(pem)

/**
 * Returns the fingerprint of a private key's public half; undefined if the text is not a readable private key in PEM
 * form.
 */
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

/** Returns true if the TLS library accepts the certificate: it refuses too short keys and too weak signatures. */
export function isUsableInTls(certificate: string): boolean {
  try {
    createSecureContext({ cert: certificate })
    return true
  } catch {
    return false
  }
}
