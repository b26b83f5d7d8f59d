import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Endings of hashed assets that shrink, with what they are; pictures and woff2 are compressed already. */
export const COMPRESSED_KINDS: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.ttf': 'font/ttf',
}

export interface CompressedAsset {
  type: string
  bytes: Buffer
}

/**
 * Keeps each asset as it is sent, once it was asked for: a build has few, and they never change. The build compressed
 * those of its own (scripts/compress-build.ts); one that has no such file is compressed here.
 */
export class CompressedAssets {
  readonly #kept = new Map<string, Promise<Buffer>>()

  /** The asset at `path`, or undefined where it would not shrink. */
  async find(path: string): Promise<CompressedAsset | undefined> {
    const type = COMPRESSED_KINDS[extname(path)]
    if (type === undefined) return undefined
    const kept = this.#kept.get(path) ?? readCompressed(path)
    this.#kept.set(path, kept)
    try {
      return { type, bytes: await kept }
    } catch (error) {
      this.#kept.delete(path)
      throw error
    }
  }
}

const readCompressed = (path: string): Promise<Buffer> =>
  readFile(`${path}.gz`).catch(async () => compress(await readFile(path), { level: 9 }))
