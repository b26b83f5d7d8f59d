import { spawnSync } from 'node:child_process'
import { resolve } from 'node:path'

/** Builds the client for the measurement; ends the program if the build fails. */
export function buildClient(): void {
  const root = resolve(import.meta.dirname, '..', '..')
  const vite = resolve(root, 'node_modules/vite/bin/vite.js')
  const built = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: root,
    stdio: 'inherit',
  })
  if (built.status !== 0) process.exit(1)
}
