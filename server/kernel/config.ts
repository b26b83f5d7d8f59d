import { resolve } from 'node:path'
import type { UrlSetting } from './database/demand-database.ts'
import type { LoopbackPorts } from './way-out/way-out.ts'

/** Where files are stored instead of the local folder. */
export interface S3Config {
  /** For S3-compatible stores other than Amazon's. */
  endpoint: string | undefined
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Certificate and key as files (PEM). */
export interface TlsFiles {
  certFile: string
  keyFile: string
}

export type DemoChoice = 'empty' | 'asked' | 'never'

export interface Config {
  host: string
  port: number
  /** The address that people open, if it differs from ours (behind a reverse proxy). */
  publicUrl: string | undefined
  dataDir: string
  /** The server's sealing keys; undefined means `keys/sealing.json` in the data folder. */
  keysFile: string | undefined
  /** An outside PostgreSQL; undefined means the embedded one. */
  databaseUrl: string | undefined
  /** The migration login of the outside PostgreSQL; it owns the tables that the pool's login may only use. */
  migrationUrl: string | undefined
  tls: TlsFiles | undefined
  /** Serve HTTPS with a certificate of our own local authority. */
  isLocalHttps: boolean
  /**
   * Whether the demo data is loaded into an installation without an administrator: only into an empty embedded database
   * (`empty`), into an outside one too (`asked`, by `--demo`), or never (`never`).
   */
  demo: DemoChoice
  /** Use the key file for the database from now on, because the previous one is lost (`--new-keys`). */
  isNewKeys: boolean
  /**
   * Which proxies to trust for the caller's address: comma-separated addresses and networks, or a number of proxies.
   */
  trustProxy: string | number | false
  /** The mail server to send through; undefined means that no mail is sent. */
  smtpUrl: string | undefined
  s3: S3Config | undefined
  /** Where modalities query their worklist (DICOM); undefined means that none is served. */
  worklist: { host: string; port: number } | undefined
  /** Where hospital systems send their orders (HL7 over MLLP); undefined means that none are accepted there. */
  mllp: { host: string; port: number } | undefined
  /**
   * Addresses that users enter may reach these ports of this machine, such as a local image server; `all` is for tests.
   */
  loopbackPorts: LoopbackPorts
  /** How much is logged (pino's levels); undefined: `warn` at a terminal, else `info`. */
  logLevel: string | undefined
}

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

type Env = Readonly<Record<string, string | undefined>>

/**
 * Reads the server's settings from its environment and command-line flags (`--https`, `--demo`, `--no-demo`,
 * `--new-keys`). Throws with the name of an invalid setting: a server with half-understood settings must not start.
 */
export function readConfig(env: Env, flags: readonly string[] = []): Config {
  return {
    host: env.HOST || '127.0.0.1',
    port: readPort(env.PORT),
    publicUrl: readPublicUrl(env.READROOM_URL),
    dataDir: resolve(env.READROOM_DATA || 'data'),
    keysFile: env.READROOM_KEYS ? resolve(env.READROOM_KEYS) : undefined,
    ...readDatabase(env),
    tls: readTls(env),
    isLocalHttps: flags.includes('--https'),
    isNewKeys: flags.includes('--new-keys'),
    demo: readDemo(env.READROOM_DEMO, flags),
    trustProxy: readTrustProxy(env.READROOM_TRUST_PROXY),
    smtpUrl: env.READROOM_SMTP_URL || undefined,
    s3: readS3(env),
    worklist: readListener(env, 'READROOM_WORKLIST_PORT', 'READROOM_WORKLIST_HOST'),
    mllp: readListener(env, 'READROOM_MLLP_PORT', 'READROOM_MLLP_HOST'),
    loopbackPorts: readLoopbackPorts(env),
    logLevel: readLogLevel(env.READROOM_LOG),
  }
}

function readPort(text: string | undefined): number {
  const port = Number(text || '8080')
  if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`PORT is not a port: ${text}`)
  return port
}

// Neither protocol has passwords, so both listen on this machine only unless an administrator says otherwise.
function readListener(env: Env, portName: string, hostName: string): Config['worklist'] {
  const text = env[portName]
  if (!text) return undefined
  const port = Number(text)
  if (!Number.isInteger(port) || port < 1 || port > 65_535)
    throw new Error(`${portName} is not a port: ${text}`)
  return { host: env[hostName] || '127.0.0.1', port }
}

// A test setting must not weaken a server that people open from other machines.
function readLoopbackPorts({ READROOM_LOOPBACK: text, READROOM_URL: url }: Env): LoopbackPorts {
  if (!text) return []
  if (text === 'all') {
    if (url) throw new Error('READROOM_LOOPBACK=all is for tests and development: name the ports instead')
    return 'all'
  }
  const ports = text.split(',').map((port) => Number(port.trim() || Number.NaN))
  if (ports.some((port) => !Number.isInteger(port) || port < 1 || port > 65_535))
    throw new Error(`READROOM_LOOPBACK is no list of ports: ${text}`)
  return ports
}

function readPublicUrl(text: string | undefined): string | undefined {
  if (!text) return undefined
  if (!URL.canParse(text) || !/^https?:/.test(text))
    throw new Error(`READROOM_URL is not a web address: ${text}`)
  return new URL(text).origin
}

function readDatabase(env: Env): Pick<Config, 'databaseUrl' | 'migrationUrl'> {
  const databaseUrl = readDatabaseUrl(env, 'DATABASE_URL')
  const migrationUrl = readDatabaseUrl(env, 'READROOM_MIGRATION_URL')
  if (migrationUrl !== undefined && databaseUrl === undefined)
    throw new Error('READROOM_MIGRATION_URL needs DATABASE_URL, the login of the server itself')
  return { databaseUrl, migrationUrl }
}

function readDatabaseUrl(env: Env, name: UrlSetting): string | undefined {
  const text = env[name]
  if (!text) return undefined
  // The address holds a password, so the message does not repeat it.
  if (!/^postgres(ql)?:\/\//.test(text)) throw new Error(`${name} must begin with postgres://`)
  return text
}

function readDemo(text: string | undefined, flags: readonly string[]): DemoChoice {
  if (text && text !== 'off') throw new Error(`READROOM_DEMO is either unset or off, not ${text}`)
  const isOff = text === 'off' || flags.includes('--no-demo')
  if (isOff && flags.includes('--demo'))
    throw new Error('--demo asks for the demo, and --no-demo or READROOM_DEMO=off forbids it. Choose one.')
  if (isOff) return 'never'
  return flags.includes('--demo') ? 'asked' : 'empty'
}

function readLogLevel(text: string | undefined): string | undefined {
  if (text && !LOG_LEVELS.includes(text)) throw new Error(`READROOM_LOG is none of ${LOG_LEVELS.join(', ')}`)
  return text || undefined
}

function readTls(env: Env): TlsFiles | undefined {
  const { READROOM_TLS_CERT: certFile, READROOM_TLS_KEY: keyFile } = env
  if (!certFile && !keyFile) return undefined
  if (!certFile || !keyFile) throw new Error('READROOM_TLS_CERT and READROOM_TLS_KEY must be set together')
  return { certFile, keyFile }
}

function readTrustProxy(text: string | undefined): string | number | false {
  if (!text) return false
  return /^\d+$/.test(text) ? Number(text) : text
}

function readS3(env: Env): S3Config | undefined {
  if (!env.READROOM_S3_BUCKET) return undefined
  const { READROOM_S3_KEY: accessKeyId, READROOM_S3_SECRET: secretAccessKey } = env
  if (!accessKeyId || !secretAccessKey)
    throw new Error('READROOM_S3_BUCKET needs READROOM_S3_KEY and READROOM_S3_SECRET')
  return {
    endpoint: env.READROOM_S3_ENDPOINT || undefined,
    region: env.READROOM_S3_REGION || 'us-east-1',
    bucket: env.READROOM_S3_BUCKET,
    accessKeyId,
    secretAccessKey,
  }
}
