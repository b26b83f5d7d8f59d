import {
  createECDH,
  createHash,
  createHmac,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  sign,
} from 'node:crypto'

/** What a test changes of an otherwise right answer. */
export interface AnswerChange {
  origin?: string
  rpId?: string
  type?: string
  /** False where the person was not verified by finger or PIN. */
  isVerified?: boolean
  counter?: number
  crossOrigin?: boolean
}

/** An assertion in the parts of WebAuthn. */
export interface AssertionParts {
  authenticatorData: Buffer
  clientDataJSON: Buffer
  /** DER */
  signature: Buffer
}

/** A passkey (ES256) that lives in this process: it registers, signs challenges and computes PRF secrets. */
export interface SoftwarePasskey {
  /** base64url */
  credentialId: string
  /** COSE_Key */
  publicKey: Buffer
  privateKey: KeyObject
  counter: () => number
  /** Answers `navigator.credentials.create`, with attestation "none", as its JSON. */
  register: (challenge: string, change?: AnswerChange) => RegistrationAnswer
  /** Answers `navigator.credentials.get`; the counter goes up by one. */
  assert: (challenge: Uint8Array, change?: AnswerChange) => AssertionParts
  /** The same as its JSON. */
  assertJson: (challenge: Uint8Array | string, change?: AnswerChange) => AssertionAnswer
  /** What the PRF extension gives for a salt. */
  secretOf: (salt: Uint8Array) => Uint8Array<ArrayBuffer>
}

export interface RegistrationAnswer {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports: ['internal'] }
  clientExtensionResults: Record<string, unknown>
}

export interface AssertionAnswer {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string }
  clientExtensionResults: Record<string, unknown>
}

export interface PasskeySite {
  rpId: string
  origin: string
}

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 } as const

/** A new passkey for a site. A counter that begins at `undefined` stays 0, as that of a synced passkey. */
export function createPasskey(site: PasskeySite, firstCounter: number | undefined = 0): SoftwarePasskey {
  const { privateKey, publicKey: point } = newKey()
  const credentialId = randomBytes(32)
  const id = credentialId.toString('base64url')
  const publicKey = coseOf(point)
  const prfSecret = randomBytes(32)
  let counter = firstCounter ?? 0
  const next = () => {
    if (firstCounter !== undefined) counter += 1
    return counter
  }
  const dataOf = (change: AnswerChange, extraFlags: number, rest: Buffer) => {
    const flags = FLAGS.present | (change.isVerified === false ? 0 : FLAGS.verified) | extraFlags
    const head = Buffer.alloc(5)
    head[0] = flags
    head.writeUInt32BE(change.counter ?? next(), 1)
    return Buffer.concat([sha256(Buffer.from(change.rpId ?? site.rpId)), head, rest])
  }
  const clientDataOf = (type: string, challenge: string, change: AnswerChange) =>
    Buffer.from(
      JSON.stringify({
        type: change.type ?? type,
        challenge,
        origin: change.origin ?? site.origin,
        crossOrigin: change.crossOrigin ?? false,
      }),
    )
  const assert: SoftwarePasskey['assert'] = (challenge, change = {}) => {
    const clientDataJSON = clientDataOf('webauthn.get', Buffer.from(challenge).toString('base64url'), change)
    const authenticatorData = dataOf(change, 0, Buffer.alloc(0))
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientDataJSON)]), privateKey)
    return { authenticatorData, clientDataJSON, signature }
  }
  return {
    credentialId: id,
    publicKey,
    privateKey,
    counter: () => counter,
    assert,
    assertJson: (challenge, change) => {
      const bytes = typeof challenge === 'string' ? Buffer.from(challenge, 'base64url') : challenge
      const { authenticatorData, clientDataJSON, signature } = assert(bytes, change)
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataJSON.toString('base64url'),
          authenticatorData: authenticatorData.toString('base64url'),
          signature: signature.toString('base64url'),
        },
        clientExtensionResults: {},
      }
    },
    register: (challenge, change = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(credentialId.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, credentialId, publicKey])
      const authData = dataOf(change, FLAGS.attested, attested)
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authData),
      ])
      return {
        id,
        rawId: id,
        type: 'public-key',
        response: {
          clientDataJSON: clientDataOf('webauthn.create', challenge, change).toString('base64url'),
          attestationObject: attestationObject.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: { prf: { enabled: true }, credProps: { rk: true } },
      }
    },
    secretOf: (salt) => {
      const seed = sha256(Buffer.concat([Buffer.from('WebAuthn PRF\0'), salt]))
      return new Uint8Array(createHmac('sha256', prfSecret).update(seed).digest())
    },
  }
}

function newKey(): { privateKey: KeyObject; publicKey: Buffer } {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { d = '' } = privateKey.export({ format: 'jwk' })
  const curve = createECDH('prime256v1')
  curve.setPrivateKey(Buffer.from(d, 'base64url'))
  return { privateKey, publicKey: curve.getPublicKey() }
}

/** { 1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y } of an uncompressed point. */
function coseOf(point: Buffer): Buffer {
  const head = Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01])
  const [x, y] = [point.subarray(1, 33), point.subarray(33, 65)]
  return Buffer.concat([head, Buffer.from([0x21]), cborBytes(x), Buffer.from([0x22]), cborBytes(y)])
}

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

const cborText = (text: string) => Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

function cborBytes(bytes: Buffer): Buffer {
  const head =
    bytes.length < 256
      ? Buffer.from([0x58, bytes.length])
      : Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff])
  return Buffer.concat([head, bytes])
}
