import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { COMPRESSED_KINDS } from '../server/kernel/http/compressed-assets.ts'

const compress = promisify(gzip)

/** A smaller file takes one packet in either form. */
const MIN_BYTES = 1_000

/**
 * Writes a `.gz` beside each asset of the build that shrinks: the server sends it, so that a freshly started
 * server need not compress twelve megabytes for the first desk.
 */
export function compressBuild(outDir: string): Plugin {
  return {
    name: 'compress-build',
    apply: 'build',
    closeBundle: { order: 'post', sequential: true, handler: () => compressAll(outDir) },
  }
}

async function compressAll(outDir: string): Promise<void> {
  const files = readdirSync(join(outDir, 'assets'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && extname(entry.name) in COMPRESSED_KINDS)
    .map((entry) => join(entry.parentPath, entry.name))
  await Promise.all(
    files.map(async (path) => {
      const bytes = readFileSync(path)
      if (bytes.length >= MIN_BYTES) writeFileSync(`${path}.gz`, await compress(bytes, { level: 9 }))
    }),
  )
}
