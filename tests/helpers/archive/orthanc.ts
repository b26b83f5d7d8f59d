import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const PLUGIN = '/usr/share/orthanc/plugins/libOrthancDicomWeb.so'
const run = promisify(execFile)

/** The names of missing programs for a real image server; undefined if everything is there. */
export const missingOrthanc = [
  ['orthanc', '/usr/sbin/Orthanc'],
  ['orthanc-dicomweb', PLUGIN],
  ['dcmtk', '/usr/bin/storescu'],
  ['python3-pydicom', '/usr/lib/python3/dist-packages/pydicom'],
].find(([, proof]) => !existsSync(proof ?? ''))?.[0]

/** A real image server on loopback. */
export interface Orthanc {
  httpPort: number
  dicomPort: number
  /** Calls its own interface; returns the parsed JSON, if any. */
  ask(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<unknown>
  /** Sends files over DICOM as a modality with this AE title would. */
  store(files: readonly string[], callingAet: string): Promise<void>
  stop(): Promise<void>
}

export const ORTHANC_USER = 'readroom'
export const ORTHANC_PASSWORD = 'a secret of the test'

/** Starts Orthanc with its DICOMweb plug-in, an empty store and one user; ready when this resolves. */
export async function startOrthanc({ aet = 'ORTHANC' } = {}): Promise<Orthanc> {
  const folder = mkdtempSync(join(tmpdir(), 'readroom-orthanc-'))
  const [httpPort, dicomPort] = [await freePort(), await freePort()]
  const config = join(folder, 'orthanc.json')
  writeFileSync(config, JSON.stringify(configuration(folder, aet, httpPort, dicomPort)))
  const server = spawn('/usr/sbin/Orthanc', [config], { stdio: 'ignore' })
  await untilReady(server, httpPort)
  return {
    httpPort,
    dicomPort,
    async ask(method, path, body) {
      const account = Buffer.from(`${ORTHANC_USER}:${ORTHANC_PASSWORD}`).toString('base64')
      const answer = await fetch(`http://127.0.0.1:${httpPort}${path}`, {
        method,
        headers: { authorization: `Basic ${account}` },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      if (!answer.ok) throw new Error(`Orthanc answers ${answer.status} to ${method} ${path}`)
      const text = await answer.text()
      return /^[[{]/.test(text) ? (JSON.parse(text) as unknown) : undefined
    },
    async store(files, callingAet) {
      await run('storescu', ['-aet', callingAet, '-aec', aet, '127.0.0.1', String(dicomPort), ...files])
    },
    async stop() {
      if (server.exitCode === null) {
        server.kill('SIGTERM')
        await once(server, 'exit')
      }
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configuration(folder: string, aet: string, httpPort: number, dicomPort: number) {
  return {
    Name: 'Test',
    StorageDirectory: join(folder, 'store'),
    IndexDirectory: join(folder, 'index'),
    Plugins: [PLUGIN],
    HttpPort: httpPort,
    DicomPort: dicomPort,
    DicomAet: aet,
    DicomCheckCalledAet: false,
    DicomAlwaysAllowStore: true,
    // Requests from other machines are refused.
    RemoteAccessAllowed: false,
    AuthenticationEnabled: true,
    RegisteredUsers: { [ORTHANC_USER]: ORTHANC_PASSWORD },
    DicomWeb: { Enable: true, Root: '/dicom-web/' },
  }
}

const START_MS = 20_000

async function untilReady(server: ChildProcess, port: number): Promise<void> {
  const end = Date.now() + START_MS
  while (Date.now() < end) {
    if (server.exitCode !== null) throw new Error(`Orthanc ended with ${server.exitCode}.`)
    const answer = await fetch(`http://127.0.0.1:${port}/dicom-web/studies?limit=1`).catch(() => undefined)
    // It requires the password, so it is running.
    if (answer?.status === 401) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  server.kill('SIGKILL')
  throw new Error('Orthanc did not start.')
}

/** Returns a loopback port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}
