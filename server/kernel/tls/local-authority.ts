import { X509Certificate } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { generate } from 'selfsigned'
import type { Certificate } from './certificate.ts'
import { type LocalNames, localNames } from './local-names.ts'

const DAY_MS = 86_400_000
const AUTHORITY_DAYS = 3650
/** Apple rejects server certificates valid for longer than 825 days, browsers reject public ones beyond 398. */
const LEAF_DAYS = 397
/** Renewed when fewer days are left. */
const RENEW_DAYS = 30
const AUTHORITY_NAME = 'Readroom local authority'

/** Returns the file that people import to trust this server. */
export const authorityFile = (dataDir: string): string => join(dataDir, 'tls', 'authority.crt')

/**
 * Returns a certificate for this machine's names, signed by our own authority, which is created once: a device that
 * trusts `dataDir/tls/authority.crt` trusts every later certificate. Reused until it nears its end or a name is new.
 */
export async function getLocalCertificate(
  dataDir: string,
  now: Date,
  names: LocalNames = localNames(),
): Promise<Certificate> {
  const folder = join(dataDir, 'tls')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const authority = await getPair(
    folder,
    'authority',
    (pair) => isGood(pair, now),
    () => makeAuthority(now),
  )
  const leaf = await getPair(
    folder,
    'server',
    (pair) => isGood(pair, now) && isSignedBy(pair, authority) && coversAll(pair, names),
    () => makeLeaf(authority, names, now),
  )
  return { cert: `${leaf.cert}\n${authority.cert}`, key: leaf.key }
}

async function getPair(
  folder: string,
  name: string,
  isUsable: (pair: Certificate) => boolean,
  make: () => Promise<Certificate>,
): Promise<Certificate> {
  const [certFile, keyFile] = [join(folder, `${name}.crt`), join(folder, `${name}.key`)]
  if (existsSync(certFile) && existsSync(keyFile)) {
    const kept = { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') }
    if (isUsable(kept)) return kept
  }
  const made = await make()
  writeWhole(keyFile, made.key, 0o600)
  writeWhole(certFile, made.cert, 0o644)
  return made
}

function writeWhole(file: string, text: string, mode: number): void {
  writeFileSync(`${file}.new`, text, { mode })
  renameSync(`${file}.new`, file)
}

function isGood({ cert, key }: Certificate, now: Date): boolean {
  const read = new X509Certificate(cert)
  const daysLeft = (new Date(read.validTo).getTime() - now.getTime()) / DAY_MS
  return daysLeft > RENEW_DAYS && new Date(read.validFrom) <= now && key.includes('PRIVATE KEY')
}

function isSignedBy({ cert }: Certificate, authority: Certificate): boolean {
  return new X509Certificate(cert).verify(new X509Certificate(authority.cert).publicKey)
}

function coversAll({ cert }: Certificate, names: LocalNames): boolean {
  const read = new X509Certificate(cert)
  return (
    names.hosts.every((host) => read.checkHost(host) !== undefined) &&
    names.addresses.every((address) => read.checkIP(address) !== undefined)
  )
}

async function makeAuthority(now: Date): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: AUTHORITY_NAME }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...validFor(now, AUTHORITY_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: true, pathLenConstraint: 0, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  })
  return { cert: made.cert, key: made.private }
}

async function makeLeaf(authority: Certificate, names: LocalNames, now: Date): Promise<Certificate> {
  const made = await generate([{ name: 'commonName', value: names.hosts[0] ?? 'localhost' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca: authority,
    ...validFor(now, LEAF_DAYS),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: [
          ...names.hosts.map((value) => ({ type: 2 as const, value })),
          ...names.addresses.map((ip) => ({ type: 7 as const, ip })),
        ],
      },
    ],
  })
  return { cert: made.cert, key: made.private }
}

/** Valid since an hour ago, so that a device whose clock is behind accepts it too. */
const validFor = (now: Date, days: number) => ({
  notBeforeDate: new Date(now.getTime() - 3_600_000),
  notAfterDate: new Date(now.getTime() + days * DAY_MS),
})
