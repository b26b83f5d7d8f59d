import { pacs as master } from '#contract/masters/pacs.ts'
import { formatDay } from '#domain/time/formats.ts'
import {
  holdsPrivateKey,
  isLockedKey,
  isUsableInTls,
  printOfKey,
  type ReadCertificate,
  readCertificates,
} from '#server/integrations/pacs/client-certificate.ts'

/** The sign-in settings for an image server, as they will be after a save. */
export interface SignIn {
  type: string
  use_tls: boolean
  db_user: string
  auth_kind: string
  oauth_token_url: string
  oauth_client_id: string
  /** True if a secret is entered now or stored. */
  hasClientSecret: boolean
  client_certificate: string
  /** The key entered now; undefined if the stored one stays. */
  client_key: string | undefined
  /** The fingerprint of the stored private key; empty if there is none. */
  storedPrint: string
  server_ca: string
  /** A stored certificate is not checked again, because it may have expired since. */
  isSameCertificate: boolean
  isSameCa: boolean
}

/** The parsed client certificate. */
export interface OwnCertificate extends ReadCertificate {
  keyPrint: string
}

interface Checked {
  /** The broken rules by field. */
  broken: Record<string, string>
  certificate: OwnCertificate | undefined
}

/** Checks rules across fields: what the kind of sign-in needs, and that certificate and key are a pair. */
export function checkSignIn(signIn: SignIn, now: Date): Checked {
  const broken = { ...brokenAccount(signIn), ...brokenAuthority(signIn, now) }
  const found = checkCertificate(signIn, now)
  return { broken: { ...broken, ...found.broken }, certificate: found.certificate }
}

/** Returns true if both texts hold the same certificates; forms and files differ in the final newline. */
export const isSamePem = (given: string, stored: unknown): boolean =>
  typeof stored === 'string' && given.trim() === stored.trim()

/** Returns the columns that are derived from a client certificate. */
export const columnsOfCertificate = (certificate: OwnCertificate | undefined) => ({
  client_certificate_subject: certificate?.subject ?? '',
  client_certificate_expires: certificate?.ends ?? null,
  client_key_print: certificate?.keyPrint ?? '',
})

/** Returns the first broken rule as a sentence with the field's label of the form; undefined if no rule is broken. */
export function brokenWords(broken: Readonly<Record<string, string>>): string | undefined {
  const [first] = Object.entries(broken)
  return first && `${master.fields[first[0] as keyof typeof master.fields].label} ${first[1]}.`
}

const WEB_ONLY = 'is for the types Basic and Premium'

function brokenAccount({
  type,
  auth_kind,
  db_user,
  oauth_token_url,
  oauth_client_id,
  hasClientSecret,
}: SignIn): Record<string, string> {
  const isIndex = type === 'Lite_Postgres'
  if (isIndex && auth_kind !== 'Basic')
    return { auth_kind: 'must be User and password for the type Lite (Postgres)' }
  if (auth_kind === 'Basic') return db_user.trim() === '' ? { db_user: 'is required' } : {}
  if (auth_kind !== 'OAuth2') return {}
  const rule = 'is required with OAuth2 client credentials'
  return {
    ...(oauth_token_url === '' && { oauth_token_url: rule }),
    ...(hasAccount(oauth_token_url) && { oauth_token_url: 'must hold no user and no password' }),
    ...(oauth_client_id.trim() === '' && { oauth_client_id: rule }),
    ...(!hasClientSecret && { oauth_client_secret: rule }),
  }
}

function hasAccount(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

function checkCertificate(signIn: SignIn, now: Date): Checked {
  const { type, use_tls, client_certificate, client_key, isSameCertificate } = signIn
  if (client_certificate.trim() === '') {
    const isKeyAlone = client_key !== undefined && client_key.trim() !== ''
    return refuse(isKeyAlone ? { client_certificate: 'is required beside a private key' } : {})
  }
  if (type === 'Lite_Postgres') return refuse({ client_certificate: WEB_ONLY })
  const rule =
    brokenPem(client_certificate) ?? (isSameCertificate ? undefined : brokenTime(client_certificate, now))
  if (rule !== undefined) return refuse({ client_certificate: rule })
  if (!isUsableInTls(client_certificate))
    return refuse({ client_certificate: 'cannot be used: its key is too short or its signature too weak' })
  const [own] = readCertificates(client_certificate) ?? []
  const key = checkKey(signIn, own?.print)
  return {
    broken: {
      ...(!use_tls && { use_tls: 'must be on where a client certificate is set' }),
      ...(key.rule !== undefined && { client_key: key.rule }),
    },
    certificate: own && { ...own, keyPrint: key.print },
  }
}

const refuse = (broken: Record<string, string>): Checked => ({ broken, certificate: undefined })

function checkKey(
  { client_key, storedPrint }: SignIn,
  wanted: string | undefined,
): { rule?: string; print: string } {
  if (client_key !== undefined && client_key.trim() !== '') {
    if (isLockedKey(client_key))
      return {
        rule: 'is locked by a passphrase: give the key without one (openssl pkey -in FILE)',
        print: '',
      }
    const print = printOfKey(client_key)
    if (print === undefined)
      return { rule: 'is not a private key in PEM form (-----BEGIN PRIVATE KEY-----)', print: '' }
    return print === wanted ? { print } : { rule: 'does not belong to the client certificate', print }
  }
  if (client_key !== undefined || storedPrint === '')
    return { rule: 'is required beside a client certificate', print: '' }
  return storedPrint === wanted
    ? { print: storedPrint }
    : { rule: 'does not belong to the client certificate: enter the key of this certificate', print: '' }
}

function brokenAuthority({ type, server_ca, isSameCa }: SignIn, now: Date): Record<string, string> {
  if (server_ca.trim() === '') return {}
  if (type === 'Lite_Postgres') return { server_ca: WEB_ONLY }
  const rule = brokenPem(server_ca) ?? (isSameCa ? undefined : brokenTime(server_ca, now))
  return rule === undefined ? {} : { server_ca: rule }
}

// Administrators can see this text, so it must not contain a private key.
const brokenPem = (pem: string): string | undefined =>
  holdsPrivateKey(pem)
    ? 'holds a private key, which belongs into the field of the private key'
    : readCertificates(pem) === undefined
      ? 'is not a certificate in PEM form (-----BEGIN CERTIFICATE-----)'
      : undefined

function brokenTime(pem: string, now: Date): string | undefined {
  for (const { begins, ends } of readCertificates(pem) ?? []) {
    if (ends < now) return `expired on ${dayOf(ends)}`
    if (begins > now) return `is valid from ${dayOf(begins)} only`
  }
  return undefined
}

const dayOf = (at: Date) => formatDay(at.toISOString().slice(0, 10))
