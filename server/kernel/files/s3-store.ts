import type { Readable } from 'node:stream'
import { GetObjectCommand, NoSuchKey, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import type { FileStore } from './file-store.ts'

const keyOf = (sha256: Buffer) => {
  const name = sha256.toString('hex')
  return `files/${name.slice(0, 2)}/${name.slice(2)}`
}

/** Keeps files in a bucket of an S3-compatible store, under the same names as in the local folder. */
export function createS3Store({
  endpoint,
  region,
  bucket,
  accessKeyId,
  secretAccessKey,
}: S3Config): FileStore {
  const client = new S3Client({
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Stores other than Amazon's rarely answer under a name of the bucket's own.
    ...(endpoint ? { endpoint, forcePathStyle: true } : {}),
    // Not every compatible store knows Amazon's newer checksums; the name is a checksum already.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  })
  return {
    put: async (sha256, bytes) => {
      // Put again rather than asked for: the same name always holds the same bytes.
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: keyOf(sha256), Body: bytes }))
    },
    open: async (sha256) => {
      try {
        const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: keyOf(sha256) }))
        return found.Body as Readable
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined
        throw error
      }
    },
  }
}
