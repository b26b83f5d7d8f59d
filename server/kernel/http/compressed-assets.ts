import { readFile } from 'node:fs/promises'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** Endings of hashed assets that shrink, with what they are; pictures and woff2 are compressed already. */
const KINDS: Readonly<Record<string, string>> = {
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

/** Compresses each asset when it is first asked for and keeps it: a build has few, and they never change. */
export class CompressedAssets {
  readonly #kept = new Map<string, Promise<Buffer>>()

  /** The asset at `path`, or undefined where it would not shrink. */
  async find(path: string): Promise<CompressedAsset | undefined> {
    const type = KINDS[extname(path)]
    if (type === undefined) return undefined
    const kept = this.#kept.get(path) ?? readFile(path).then((bytes) => compress(bytes, { level: 9 }))
    this.#kept.set(path, kept)
    try {
      return { type, bytes: await kept }
    } catch (error) {
      this.#kept.delete(path)
      throw error
    }
  }
}
