import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** The packages that the owner of the product named: each one is installed and used. */
const NAMED = [
  'react',
  'react-router-dom',
  'vite-plugin-pwa',
  'workbox-window',
  'dexie',
  'dexie-react-hooks',
  'rxjs',
  '@mantine/core',
  '@mantine/dates',
  'ky',
  'comlink',
  'pdf-lib',
  'signature_pad',
  'vitest',
  'fake-indexeddb',
] as const

interface Manifest {
  dependencies: Readonly<Record<string, string>>
  devDependencies: Readonly<Record<string, string>>
}

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Manifest
const installed = { ...manifest.dependencies, ...manifest.devDependencies }

const sources = [
  ...['domain', 'contract', 'render', 'src', 'server', 'tests'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name) && !name.endsWith('packages.test.ts'))
      .map((name) => join(root, name)),
  ),
  'vite.config.ts',
  'vitest.config.ts',
].map((file) => readFileSync(file, 'utf8'))

/** Matches an import of the package or of a part of it, static or not; a type import does not count. */
const importOf = (name: string) =>
  new RegExp(
    `(?:^import\\s+(?!type\\b)[^'"]*?from\\s+|^import\\s+|\\bimport\\()['"]${name}(?:/[^'"]+)?['"]`,
    'm',
  )

test.each(NAMED)('%s is installed, and imported', (name) => {
  expect(Object.keys(installed), 'package.json names it').toContain(name)
  const use = importOf(name)
  expect(
    sources.some((text) => use.test(text)),
    'a file imports it',
  ).toBe(true)
})
