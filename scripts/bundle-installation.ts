import { readFileSync, writeFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'
import { BUNDLE_BOUNDARY, INSTALLATION_BUNDLE } from '../contract/kernel/installation-bundle.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
}

/** Writes all scripts and styles of the build as one file, which a first installation fetches (src/sw/). */
export function bundleInstallation(outDir: string): Plugin {
  return {
    name: 'bundle-installation',
    apply: 'build',
    writeBundle(_, bundle) {
      const names = Object.keys(bundle).filter((name) => extname(name) in TYPES)
      const parts = names.map((name) => ({ name, bytes: readFileSync(join(outDir, name)) }))
      writeFileSync(join(outDir, INSTALLATION_BUNDLE), bundleFiles(parts))
    },
  }
}

/** Returns the files as one gzip file; `name` is a path in the build, without a leading slash. */
export function bundleFiles(parts: readonly { name: string; bytes: Buffer }[]): Buffer {
  const pieces = parts.flatMap(({ name, bytes }) => {
    if (bytes.includes(BUNDLE_BOUNDARY)) throw new Error(`${name} contains the boundary of the bundle`)
    const head = `--${BUNDLE_BOUNDARY}\r\nContent-Disposition: form-data; name="/${name}"; filename="${name}"\r\nContent-Type: ${TYPES[extname(name)]}\r\n\r\n`
    return [Buffer.from(head), bytes, Buffer.from('\r\n')]
  })
  return gzipSync(Buffer.concat([...pieces, Buffer.from(`--${BUNDLE_BOUNDARY}--\r\n`)]), { level: 9 })
}
