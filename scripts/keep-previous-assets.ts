import { cpSync, existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

/** Pages stay open for days in a reading room; hashed files of older builds are kept this long. */
const KEPT_DAYS = 30

/**
 * Copies the assets of the build in `outDir` to `keptDir` before `outDir` is emptied, so that a page opened
 * before an update can still load its lazy screens. The server searches there if `outDir` has no such file.
 */
export function keepPreviousAssets(outDir: string, keptDir: string): Plugin {
  return {
    name: 'keep-previous-assets',
    apply: 'build',
    buildStart() {
      const from = join(outDir, 'assets')
      const to = join(keptDir, 'assets')
      if (existsSync(from)) cpSync(from, to, { recursive: true, preserveTimestamps: true })
      dropOlderThan(to, KEPT_DAYS)
    },
  }
}

function dropOlderThan(folder: string, days: number): void {
  if (!existsSync(folder)) return
  const oldest = Date.now() - days * 86_400_000
  for (const name of readdirSync(folder)) {
    const path = join(folder, name)
    if (statSync(path).mtimeMs < oldest) rmSync(path, { recursive: true })
  }
}
