import { networkInterfaces } from 'node:os'
import { demoSignIns } from '#server/features/demo/load-demo.ts'
import type { Config } from '#server/kernel/config.ts'
import { authorityFile } from '#server/kernel/tls/local-authority.ts'
import { trustInstructions } from '#server/kernel/tls/trust-instructions.ts'

const EVERY_ADDRESS = new Set(['0.0.0.0', '::'])

const NEEDS_HTTPS =
  'Browsers on other machines need HTTPS for storage and encryption: npm start -- --https, or a reverse proxy.'

const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** The text printed once the server listens: where to open it, how to trust it, and how to sign in. */
export function welcome(config: Config, port: number, hasDemo: boolean): string {
  const isSecure = config.tls !== undefined || config.isLocalHttps
  const addresses = config.publicUrl ? [config.publicUrl] : addressesOf(config.host, port, isSecure)
  const parts = [`Readroom is ready at ${addresses.join(' and ')}`]
  if (!isSecure && config.publicUrl === undefined && !isLoopback(config.host)) parts.push(NEEDS_HTTPS)
  if (config.isLocalHttps && !config.tls) parts.push(trustInstructions(authorityFile(config.dataDir)))
  if (hasDemo) parts.push(`Sign in as one of the demo's people:\n${signIns()}`)
  return parts.map((part) => `${part}\n`).join('\n')
}

function addressesOf(host: string, port: number, isSecure: boolean): string[] {
  const hosts = EVERY_ADDRESS.has(host) ? ['localhost', ...lanAddresses()] : [host]
  return hosts.map(
    (name) => `${isSecure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}`,
  )
}

const lanAddresses = () =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ family, internal }) => family === 'IPv4' && !internal)
    .map(({ address }) => address)

function signIns(): string {
  const width = Math.max(...demoSignIns.map(({ username }) => username.length))
  return demoSignIns
    .map(({ username, password, what }) => `  ${username.padEnd(width)}  ${password}  ${what}`)
    .join('\n')
}
