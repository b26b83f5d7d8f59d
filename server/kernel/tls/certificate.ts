import { readFileSync } from 'node:fs'
import type { Config } from '../config.ts'
import { getLocalCertificate } from './local-authority.ts'

/** Certificate (with its chain) and key as PEM text. */
export interface Certificate {
  cert: string
  key: string
}

/** The certificate to serve with, read or made anew at each call; undefined where the server speaks plain HTTP. */
export async function findCertificate(
  config: Pick<Config, 'tls' | 'isLocalHttps' | 'dataDir'>,
  now: Date,
): Promise<Certificate | undefined> {
  if (config.tls)
    return { cert: readFileSync(config.tls.certFile, 'utf8'), key: readFileSync(config.tls.keyFile, 'utf8') }
  return config.isLocalHttps ? getLocalCertificate(config.dataDir, now) : undefined
}
