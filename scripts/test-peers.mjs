// The programs beside Node that the tests use: a browser, a real image server, DICOM tools, PDF tools, PostgreSQL 15.
// On Debian as root they are installed (idempotent, one retry); elsewhere Playwright brings its browser, and a suite
// whose peer cannot be had reports itself as skipped, by name.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const PEERS = [
  { package: 'chromium', proof: '/usr/bin/chromium' },
  { package: 'chromium-headless-shell', proof: '/usr/lib/chromium/chromium-headless-shell' },
  { package: 'orthanc', proof: '/usr/sbin/Orthanc' },
  { package: 'orthanc-dicomweb', proof: '/usr/share/orthanc/plugins/libOrthancDicomWeb.so' },
  { package: 'dcmtk', proof: '/usr/bin/storescu' },
  { package: 'python3-pydicom', proof: '/usr/lib/python3/dist-packages/pydicom' },
  { package: 'python3-hl7', proof: '/usr/lib/python3/dist-packages/hl7' },
  { package: 'poppler-utils', proof: '/usr/bin/pdftotext' },
  { package: 'qpdf', proof: '/usr/bin/qpdf' },
  { package: 'fonts-noto-core', proof: '/usr/share/fonts/truetype/noto' },
  { package: 'postgresql-15', proof: '/usr/lib/postgresql/15/bin/postgres' },
]

const BROWSERS = PEERS.filter(({ package: name }) => name.startsWith('chromium')).map(({ proof }) => proof)

const missing = () => PEERS.filter((peer) => !existsSync(peer.proof))
const run = (command, args, env = {}) =>
  spawnSync(command, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...env } })
    .status === 0

/** Installs what is missing where that is possible, and says by name what stays missing. */
export function installTestPeers() {
  const canApt = process.platform === 'linux' && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')
  for (const attempt of canApt ? [1, 2] : []) {
    if (missing().length === 0) break
    const names = missing().map((peer) => peer.package)
    console.log(`Installing test peers: ${names.join(', ')}${attempt > 1 ? ' (second try)' : ''}`)
    run('apt-get', ['update', '-qq'])
    run('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...names], {
      DEBIAN_FRONTEND: 'noninteractive',
    })
  }
  if (BROWSERS.some((program) => !existsSync(program))) run('npx', ['playwright', 'install', 'chromium'])
  for (const peer of missing()) console.log(`Test peer not here, its suites are skipped: ${peer.package}`)
}
