import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build, type InlineConfig } from 'vite'

const HERE = import.meta.dirname
export const PEERS = join(HERE, 'peers')

/**
 * Installs the peers at the first use: exactly the versions in their own lock file. Their native parts are
 * prebuilt.
 */
export function installPeers(): void {
  if (existsSync(join(PEERS, 'node_modules', '.package-lock.json'))) return
  console.log('installing the peers …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Peer dependencies are for other platforms and databases.
  const args = ['ci', '--prefix', PEERS, '--ignore-scripts', '--legacy-peer-deps', '--no-audit', '--no-fund']
  execFileSync(npm, args, { stdio: 'inherit', shell: process.platform === 'win32' })
}

/** Returns the version of an installed peer. */
export function versionOf(name: string): string {
  const file = join(PEERS, 'node_modules', name, 'package.json')
  return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
}

const PEER_PAGES = ['rxdb', 'pouchdb', 'tanstack', 'workbox', 'workbox-sw']

/** Builds the pages under test as they would be shipped; returns their folder and the function that removes it. */
export async function buildPages({ withPeers = true } = {}): Promise<{ dir: string; remove: () => void }> {
  const dir = mkdtempSync(join(tmpdir(), 'readroom-scoreboard-pages-'))
  await build(configOf(join(HERE, 'pages'), dir, ['ours']))
  if (withPeers) await build(configOf(join(PEERS, 'pages'), dir, PEER_PAGES))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) }
}

const configOf = (root: string, outDir: string, names: readonly string[]): InlineConfig => ({
  configFile: false,
  logLevel: 'error',
  root,
  base: '/bench/',
  publicDir: false,
  define: { global: 'globalThis' },
  worker: { format: 'es' },
  build: {
    outDir,
    emptyOutDir: false,
    target: 'esnext',
    minify: false,
    modulePreload: false,
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: Object.fromEntries(names.map((name) => [name, join(root, `${name}.ts`)])),
      output: { entryFileNames: '[name].js' },
      // A page's only output is what it sets on its window.
      preserveEntrySignatures: false,
    },
  },
})
