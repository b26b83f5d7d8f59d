import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext } from 'node:tls'
import type { Config, TlsFiles } from '../config.ts'
import { getLocalCertificate } from './local-authority.ts'

/** Certificate (with its chain) and key as PEM text. */
export interface Certificate {
  cert: string
  key: string
}

/**
 * Returns the certificate to serve with, read or created at each call; undefined if the server speaks plain HTTP.
 * Throws with the name of the setting if a file is unreadable or invalid, or if certificate and key do not match.
 */
export async function findCertificate(
  config: Pick<Config, 'tls' | 'isLocalHttps' | 'dataDir'>,
  now: Date,
): Promise<Certificate | undefined> {
  if (config.tls) return readPair(config.tls)
  return config.isLocalHttps ? getLocalCertificate(config.dataDir, now) : undefined
}

function readPair({ certFile, keyFile }: TlsFiles): Certificate {
  const cert = readText(certFile, 'READROOM_TLS_CERT')
  const key = readText(keyFile, 'READROOM_TLS_KEY')
  demand(
    () => new X509Certificate(cert),
    `READROOM_TLS_CERT leads to ${certFile}, which holds no certificate. It must be a PEM file with the server's certificate first and its chain after it.`,
  )
  demand(
    () => createSecureContext({ key }),
    `READROOM_TLS_KEY leads to ${keyFile}, which holds no usable private key. It must be a PEM file with a key without a passphrase.`,
  )
  demand(
    () => createSecureContext({ cert, key }),
    `The key in ${keyFile} (READROOM_TLS_KEY) does not belong to the certificate in ${certFile} (READROOM_TLS_CERT). Name the two files that were made together.`,
  )
  return { cert, key }
}

function readText(file: string, setting: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const why = code === 'ENOENT' ? 'which is not there' : `which this account cannot read (${code})`
    throw new Error(`${setting} leads to ${file}, ${why}. Name the file, or let this account read it.`, {
      cause: error,
    })
  }
}

function demand(look: () => unknown, words: string): void {
  try {
    look()
  } catch (error) {
    throw new Error(words, { cause: error })
  }
}
