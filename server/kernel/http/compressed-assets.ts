import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Extensions of hashed assets that compress well, with their types; pictures and woff2 are already compressed. */
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
 * Caches each asset in compressed form after its first request: a build has few, and they never change. The build
 * compresses its own assets (scripts/compress-build.ts); others are compressed here.
 */
export class CompressedAssets {
  readonly #kept = new Map<string, Promise<Buffer>>()

  /** Returns the asset at `path`, or undefined if compression would not shrink it. */
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
