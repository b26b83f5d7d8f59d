import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto'

/** A page's request to an authenticator, with the false values that a test sets. */
export interface Asked {
  challenge: string
  rpId: string
  origin: string
  userHandle?: string | undefined
  /** The signature counter of the response; the next one by default. */
  counter?: number
  /** False: the person was not verified. */
  isVerified?: boolean
  type?: string
  crossOrigin?: boolean
}

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

const FLAGS = { present: 0x01, verified: 0x04, attested: 0x40 }

const authenticatorData = ({ rpId, counter = 0, isVerified = true }: Asked, attested?: Buffer): Buffer => {
  const flags = FLAGS.present | (isVerified ? FLAGS.verified : 0) | (attested ? FLAGS.attested : 0)
  const head = Buffer.alloc(37)
  sha256(rpId).copy(head)
  head.writeUInt8(flags, 32)
  head.writeUInt32BE(counter, 33)
  return attested ? Buffer.concat([head, attested]) : head
}

const clientData = (type: string, { challenge, origin, crossOrigin = false }: Asked): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin }))

// The few forms of CBOR that an attestation needs.
const cborBytes = (bytes: Buffer): Buffer =>
  Buffer.concat([
    bytes.length < 24
      ? Buffer.from([0x40 + bytes.length])
      : bytes.length < 256
        ? Buffer.from([0x58, bytes.length])
        : Buffer.from([0x59, bytes.length >> 8, bytes.length & 0xff]),
    bytes,
  ])
const cborText = (text: string): Buffer =>
  Buffer.concat([Buffer.from([0x60 + text.length]), Buffer.from(text)])

function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  // {1: 2 (EC2), 3: -7 (ES256), -1: 1 (P-256), -2: x, -3: y}
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21]),
    cborBytes(Buffer.from(x, 'base64url')),
    Buffer.from([0x22]),
    cborBytes(Buffer.from(y, 'base64url')),
  ])
}

/** A passkey in software, for tests without a browser and its virtual authenticator. */
export interface SoftwarePasskey {
  id: string
  /** Responds to `navigator.credentials.create`, with attestation "none". */
  create: (asked: Asked, more?: { hasPrf?: boolean; id?: string }) => object
  /** Responds to `navigator.credentials.get`. */
  get: (asked: Asked) => { id: string; [field: string]: unknown }
}

/** Makes a passkey with its own key (ECDSA P-256), which counts its responses. */
export function makeSoftwarePasskey(id: Buffer = randomBytes(32)): SoftwarePasskey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const credential = { id: id.toString('base64url'), rawId: id.toString('base64url'), type: 'public-key' }
  let answers = 0
  return {
    id: credential.id,
    create: (asked, { hasPrf = false } = {}) => {
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const attested = Buffer.concat([Buffer.alloc(16), length, id, coseKey(publicKey)])
      const attestation = Buffer.concat([
        Buffer.from([0xa3]),
        cborText('fmt'),
        cborText('none'),
        cborText('attStmt'),
        Buffer.from([0xa0]),
        cborText('authData'),
        cborBytes(authenticatorData(asked, attested)),
      ])
      return {
        ...credential,
        response: {
          clientDataJSON: clientData(asked.type ?? 'webauthn.create', asked).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: { prf: { enabled: hasPrf } },
      }
    },
    get: (asked) => {
      answers += 1
      const data = authenticatorData({ counter: answers, ...asked })
      const client = clientData(asked.type ?? 'webauthn.get', asked)
      const signature = createSign('sha256')
        .update(Buffer.concat([data, sha256(client)]))
        .sign(privateKey)
      return {
        ...credential,
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(asked.userHandle && { userHandle: asked.userHandle }),
        },
      }
    },
  }
}
