import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { S3Config } from '../config.ts'
import { chunkKey, type FileStore, fileKey } from './file-store.ts'

/**
 * Stores files and chunks in a bucket of an S3-compatible store, under the same names as in the local folder. Throws if
 * a request to the store fails; missing objects are undefined.
 */
export function createS3Store(config: S3Config): FileStore {
  const ask = connect(config)
  // Puts without checking first: the same name always holds the same bytes.
  const put = async (key: string, sha256: string, bytes: Buffer) => {
    await done(ask('PUT', key, { sha256, bytes }))
  }
  const open = async (key: string): Promise<Readable | undefined> => {
    const found = await done(ask('GET', key))
    if (!found) return undefined
    return found.body ? Readable.fromWeb(found.body as ReadableStream) : Readable.from([])
  }
  const remove = async (key: string) => {
    await done(ask('DELETE', key))
  }
  return {
    put: (sha256, bytes) => put(fileKey(sha256), sha256.toString('hex'), bytes),
    has: async (sha256) => (await done(ask('HEAD', fileKey(sha256)))) !== undefined,
    open: (sha256) => open(fileKey(sha256)),
    remove: (sha256) => remove(fileKey(sha256)),
    chunks: {
      put: (place, sha256, bytes) => put(chunkKey(place, sha256), sha256, bytes),
      read: async (place, sha256) => {
        const found = await open(chunkKey(place, sha256))
        return found && (await buffer(found))
      },
      // One by one: a bulk delete needs a checksum that not every compatible store supports.
      drop: async (place, sha256s) => {
        for (const sha256 of new Set(sha256s)) await remove(chunkKey(place, sha256))
      },
    },
  }
}

type Method = 'PUT' | 'GET' | 'HEAD' | 'DELETE'

/** Bytes to send: the store refuses them if they do not have this SHA-256 (hex). */
interface Sent {
  sha256: string
  bytes: Buffer
}

/** Pauses before each retry if the store fails or is unreachable. Each request can be made twice without harm. */
const PAUSES_MS = [100, 400, 1_600]

function connect(config: S3Config): (method: Method, key: string, sent?: Sent) => Promise<Asked> {
  const { region, accessKeyId, secretAccessKey } = config
  const client = new AwsClient({ region, accessKeyId, secretAccessKey, service: 's3' })
  const top = topOf(config)
  return async (method, key, sent) => {
    const init: RequestInit = {
      method,
      // A store redirects nowhere: the sign-in page of a proxy is not a store.
      redirect: 'manual',
      ...(sent && { body: viewOf(sent.bytes), headers: { 'X-Amz-Content-Sha256': sent.sha256 } }),
    }
    const ask = async () => fetch(await client.sign(`${top}/${key}`, init))
    for (const pause of PAUSES_MS) {
      const answer = await ask().catch(() => undefined)
      if (answer && !isBusy(answer)) return { method, key, answer }
      await answer?.body?.cancel()
      await setTimeout(pause)
    }
    return { method, key, answer: await ask() }
  }
}

const isBusy = ({ status }: Response) => status >= 500 || status === 429

/** The same bytes, not copied. */
const viewOf = ({ buffer, byteOffset, byteLength }: Buffer) =>
  new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength)

/** Other stores rarely support a host name per bucket; Amazon's certificate covers no bucket name with a dot. */
function topOf({ endpoint, region, bucket }: S3Config): string {
  if (endpoint) return `${endpoint.replace(/\/+$/, '')}/${bucket}`
  const host = `s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
  return bucket.includes('.') ? `https://${host}/${bucket}` : `https://${bucket}.${host}`
}

interface Asked {
  method: Method
  key: string
  answer: Response
}

/**
 * Returns the response; undefined if the store says that it does not have the object. Throws for everything else: a
 * proxy's 404 is no missing file, and a file that was not stored must not count as stored.
 */
async function done(asked: Promise<Asked>): Promise<Response | undefined> {
  const { method, key, answer } = await asked
  // An unread body would keep its connection busy.
  if (answer.ok && method !== 'GET') await answer.body?.cancel()
  if (answer.ok) return answer
  const words = await answer.text().catch(() => '')
  const code = /<Code>(\w+)<\/Code>/.exec(words)?.[1]
  // A response to HEAD has no body.
  const isMissing = method === 'HEAD' || (method !== 'PUT' && code === 'NoSuchKey')
  if (answer.status === 404 && isMissing) return undefined
  const reason = code ?? answer.statusText
  throw new Error(`The S3 store answered ${method} ${key} with ${answer.status} ${reason}`.trim())
}
