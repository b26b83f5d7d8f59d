import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

const bytesOf = (base64url: string) => Buffer.from(base64url, 'base64url')

/** A browser's side of a subscription: the keys that it sends to the server, and the key that opens messages. */
export interface Subscriber {
  endpoint: string
  p256dh: string
  auth: string
  open: (body: Buffer) => string
}

/** One received message. */
export interface Pushed {
  path: string
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A push service of the test on this machine. */
export interface PushService {
  url: string
  taken: Pushed[]
  /** Returns the status of the next response; 201 by default. */
  answer: () => number
  /** Makes a new subscription with this name. */
  subscribe: (name: string) => Subscriber
  close: () => Promise<void>
}

export async function openPushService(): Promise<PushService> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      const status = service.answer()
      if (status === 201)
        service.taken.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const service: PushService = {
    url,
    taken: [],
    answer: () => 201,
    subscribe: (name) => subscriber(`${url}/${name}`),
    close: () => new Promise((done) => server.close(() => done())),
  }
  return service
}

/** Makes keys as a browser does, for any endpoint. */
export function subscriber(endpoint: string): Subscriber {
  const ecdh = createECDH('prime256v1')
  const publicKey = ecdh.generateKeys()
  const auth = randomBytes(16)
  return {
    endpoint,
    p256dh: publicKey.toString('base64url'),
    auth: auth.toString('base64url'),
    open: (body) => openMessage(body, { ecdh, publicKey, auth }),
  }
}

interface Keys {
  ecdh: ReturnType<typeof createECDH>
  publicKey: Buffer
  auth: Buffer
}

/** Opens one message (RFC 8291, content encoding aes128gcm of RFC 8188). */
function openMessage(body: Buffer, { ecdh, publicKey, auth }: Keys): string {
  const salt = body.subarray(0, 16)
  const keyLength = body.readUInt8(20)
  const sender = body.subarray(21, 21 + keyLength)
  const sealed = body.subarray(21 + keyLength)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), publicKey, sender])
  const secret = Buffer.from(hkdfSync('sha256', ecdh.computeSecret(sender), auth, info, 32))
  const part = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length))
  const decipher = createDecipheriv('aes-128-gcm', part('aes128gcm', 16), part('nonce', 12))
  decipher.setAuthTag(sealed.subarray(-16))
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/**
 * Returns the signer of the message as the service may check it (RFC 8292): claims and key; throws if the
 * signature is wrong.
 */
export function readSignature({ headers }: Pushed): { claims: Record<string, unknown>; key: string } {
  const found = /^vapid t=([^,]+), k=(.+)$/.exec(headers.authorization ?? '')
  const [, token = '', key = ''] = found ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = bytesOf(key)
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: createPublicKey({ key: jwk, format: 'jwk' }), dsaEncoding: 'ieee-p1363' },
    bytesOf(signature),
  )
  if (!isSigned) throw new Error('the message is not signed by the key that it names')
  return { claims: JSON.parse(bytesOf(claims).toString('utf8')) as Record<string, unknown>, key }
}
