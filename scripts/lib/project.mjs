// Plain Node without imports of packages: it must run on a fresh checkout before anything is installed.
import { spawn, spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'

export const root = resolve(import.meta.dirname, '..', '..')

const NODE_MAJOR = 24
const PARENT_CHECK_MS = 500
/** What the built client is made from. */
const CLIENT_SOURCES = [
  'index.html',
  'vite.config.ts',
  'postcss.config.cjs',
  'scripts/staff-language.ts',
  'package-lock.json',
  'public',
  'src',
  'domain',
  'contract',
  'render',
]

/** Ends the program with one plain line. */
export function give(words) {
  console.error(words)
  process.exit(1)
}

/** Time of the newest file at or under `path` (ms), 0 where there is none. */
function newestUnder(path) {
  const entry = statSync(path, { throwIfNoEntry: false })
  if (entry === undefined) return 0
  if (!entry.isDirectory()) return entry.mtimeMs
  return Math.max(entry.mtimeMs, ...readdirSync(path).map((name) => newestUnder(join(path, name))))
}

/** Installs the packages where they are missing or the lock is newer than they are. */
export function installWhenNeeded() {
  const installed = newestUnder(join(root, 'node_modules', '.package-lock.json'))
  if (installed >= newestUnder(join(root, 'package-lock.json'))) return
  console.log('Installing the packages (once, a minute or two) ...')
  // npm is a script on Windows, which only a shell starts.
  const { status } = spawnSync('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: 'inherit',
    shell: process.platform === 'win32',
  })
  if (status !== 0) give('The packages could not be installed; npm says why above.')
}

/** The Node that runs the server: the one that came with the packages, or this one where it is new enough. */
export function findNode() {
  const name = { win32: 'win' }[process.platform] ?? process.platform
  const own = join(root, 'node_modules', `node-${name}-${process.arch}`, 'bin', 'node')
  const found = [own, `${own}.exe`].find((path) => existsSync(path))
  if (found !== undefined) return found
  if (Number(process.versions.node.split('.')[0]) >= NODE_MAJOR) return process.execPath
  return give(
    `Readroom needs Node ${NODE_MAJOR} or newer, and none comes with the packages for ${process.platform} ${process.arch}. This is Node ${process.versions.node}.`,
  )
}

/** Builds the client where it was never built or a source is newer than the build. */
export function buildWhenNeeded(node) {
  const built = newestUnder(join(root, 'dist', 'index.html'))
  if (built > Math.max(...CLIENT_SOURCES.map((name) => newestUnder(join(root, name))))) return
  console.log('Building the client ...')
  const { status } = spawnSync(
    node,
    [join('node_modules', 'vite', 'bin', 'vite.js'), 'build', '--logLevel', 'warn'],
    { cwd: root, stdio: 'inherit' },
  )
  if (status !== 0) give('The client could not be built; the lines above say why.')
}

/**
 * Runs a program of Node to its end with our own terminal and passes signals on. The channel lets the program notice
 * when we are killed. Resolves with its exit code.
 */
export function runNode(node, args, env = {}) {
  const child = spawn(node, args, {
    cwd: root,
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, ...env },
  })
  const passOn = (signal) => child.kill(signal)
  // Ctrl+C reaches the child by itself; a second one from us would mean "at once".
  process.on('SIGINT', () => {})
  process.on('SIGTERM', passOn)
  process.on('SIGHUP', passOn)
  onNpmGone(() => child.kill('SIGTERM'))
  const ended = new Promise((done) => {
    child.once('error', (error) => give(`${node} could not be started: ${error.message}`))
    // Ended by Ctrl+C or by us is no failure.
    child.once('exit', (code, signal) => done(code ?? (signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1)))
  })
  return { ended, stop: () => child.kill('SIGTERM') }
}

/** npm passes SIGTERM to a shell that dies without passing it on; what is left to see is that the parent changed. */
function onNpmGone(run) {
  if (process.env.npm_lifecycle_event === undefined) return
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    run()
  }, PARENT_CHECK_MS)
  timer.unref()
}
