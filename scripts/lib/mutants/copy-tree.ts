import { spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

/** A copy of the present working tree that may be changed. */
export interface Copy {
  home: string
  /** The folder for temporary files of its tests: databases, which nobody else removes. */
  temporary: string
  remove: () => void
}

/** Copies the files that git tracks or would track; packages are those of the working tree. */
export function copyTree(root: string): Copy {
  const listed = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1_048_576,
  })
  if (listed.status !== 0) throw new Error(`git does not list the files: ${listed.stderr}`)
  const whole = mkdtempSync(join(tmpdir(), 'readroom-mutants-'))
  // As root, PostgreSQL runs under another account, which must be able to enter.
  chmodSync(whole, 0o711)
  const home = join(whole, 'tree')
  const temporary = join(whole, 'temporary')
  mkdirSync(temporary)
  for (const path of listed.stdout.split('\0').filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    copyFileSync(join(root, path), join(home, path))
  }
  symlinkSync(join(root, 'node_modules'), join(home, 'node_modules'), 'dir')
  // A database of a test may still write while it ends.
  const remove = () => rmSync(whole, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
  return { home, temporary, remove }
}
