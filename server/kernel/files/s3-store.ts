import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { chunkKey, type FileStore, fileKey } from './file-store.ts'

/** Keeps files and chunks in a bucket of an S3-compatible store, under the same names as in the local folder. */
export function createS3Store(config: S3Config): FileStore {
  const client = connect(config)
  const Bucket = config.bucket
  // Put again rather than asked for: the same name always holds the same bytes.
  const put = async (Key: string, bytes: Buffer) => {
    await client.send(new PutObjectCommand({ Bucket, Key, Body: bytes }))
  }
  const open = async (Key: string): Promise<Readable | undefined> => {
    const found = await unlessMissing(client.send(new GetObjectCommand({ Bucket, Key })))
    return found && (found.Body as Readable)
  }
  return {
    put: (sha256, bytes) => put(fileKey(sha256), bytes),
    has: async (sha256) =>
      (await unlessMissing(client.send(new HeadObjectCommand({ Bucket, Key: fileKey(sha256) })))) !==
      undefined,
    open: (sha256) => open(fileKey(sha256)),
    remove: async (sha256) => {
      await client.send(new DeleteObjectCommand({ Bucket, Key: fileKey(sha256) }))
    },
    chunks: {
      put: (place, sha256, bytes) => put(chunkKey(place, sha256), bytes),
      read: async (place, sha256) => {
        const found = await open(chunkKey(place, sha256))
        return found && (await buffer(found))
      },
      // One by one: deleting many in one call asks for a checksum that not every compatible store reads.
      drop: async (place, sha256s) => {
        for (const sha256 of new Set(sha256s))
          await client.send(new DeleteObjectCommand({ Bucket, Key: chunkKey(place, sha256) }))
      },
    },
  }
}

function connect({ endpoint, region, accessKeyId, secretAccessKey }: S3Config): S3Client {
  return new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's rarely answer under a name of the bucket's own.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Not every compatible store knows Amazon's newer checksums; the name is a checksum already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
}

async function unlessMissing<T>(asked: Promise<T>): Promise<T | undefined> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof NoSuchKey || error instanceof NotFound) return undefined
    throw error
  }
}
