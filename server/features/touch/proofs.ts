import { createHash, createPublicKey, type JsonWebKey, type KeyObject } from 'node:crypto'
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers'
import { sql } from 'kysely'
import type { TouchProof } from '#contract/calls/signatures.ts'
import { shortFingerprint } from '#domain/report/touch-content.ts'
import type { Tx } from '#server/kernel/context.ts'

interface FoundTouch {
  act: TouchProof['act']
  signed_by: string
  made: Date
  received: Date
  passkey_name: string
  registered: Date
  removed: Date | null
  public_key: Buffer
  signed_text: string
  authenticator_data: Buffer
  client_data: Buffer
  signature: Buffer
}

/** Selects the touches of one text of a report, oldest first, with all data to verify them. */
export async function findTouchProofs(
  tx: Tx,
  { clientId, reportId, hash }: { clientId: string; reportId: string; hash: string },
): Promise<TouchProof[]> {
  const { rows } = await sql<FoundTouch>`
    select * from entry.find_touches(${clientId}, ${reportId}, ${hash})`.execute(tx)
  return rows.map(toProof)
}

function toProof(row: FoundTouch): TouchProof {
  const key = publicKeyOf(row.public_key)
  return {
    act: row.act,
    signed_by: row.signed_by,
    made: row.made.toISOString(),
    received: row.received.toISOString(),
    passkey: {
      name: row.passkey_name,
      registered: row.registered.toISOString(),
      removed: row.removed?.toISOString() ?? null,
      fingerprint: fingerprintOf(row.public_key),
      public_key_pem: key.export({ type: 'spki', format: 'pem' }).toString(),
      algorithm: key.asymmetricKeyType === 'rsa' ? 'RS256' : 'ES256',
    },
    signed_text: row.signed_text,
    authenticator_data: row.authenticator_data.toString('base64url'),
    client_data: row.client_data.toString('base64url'),
    signature: row.signature.toString('base64url'),
  }
}

/** Returns the short fingerprint of a passkey for papers: of its public key in X.509 form. */
export function fingerprintOf(cose: Uint8Array): string {
  const spki = publicKeyOf(cose).export({ type: 'spki', format: 'der' })
  return shortFingerprint(createHash('sha256').update(spki).digest('hex'))
}

/** The labels of a COSE key (RFC 9053): curve and point for EC2, modulus and exponent for RSA. */
const [KEY_TYPE, FIRST, SECOND, THIRD] = [1, -1, -2, -3]
const EC2 = 2

function publicKeyOf(cose: Uint8Array): KeyObject {
  const fields = decodeCredentialPublicKey(Uint8Array.from(cose)) as unknown as Map<number, unknown>
  const part = (label: number) => Buffer.from(fields.get(label) as Uint8Array).toString('base64url')
  const jwk: JsonWebKey =
    fields.get(KEY_TYPE) === EC2
      ? { kty: 'EC', crv: 'P-256', x: part(SECOND), y: part(THIRD) }
      : { kty: 'RSA', n: part(FIRST), e: part(SECOND) }
  return createPublicKey({ key: jwk, format: 'jwk' })
}
