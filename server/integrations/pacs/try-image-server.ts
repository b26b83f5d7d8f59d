import { ImageServerError } from './image-server.ts'
import { openImageServer, type PacsAddress } from './open-image-server.ts'

/** What a test of a connection found: whether it works, and one sentence for a person. */
export interface Trial {
  ok: boolean
  words: string
}

/**
 * Asks an image server for one study, and says in words what works or what failed: the name, the port, the certificate,
 * the account, the answer, the time. Nothing of the answer is kept.
 */
export async function tryImageServer(pacs: PacsAddress, signal: AbortSignal): Promise<Trial> {
  try {
    const found = await openImageServer(pacs).findStudies({ limit: 1, offset: 0 }, signal)
    const what = found.length > 0 ? 'It answers with studies.' : 'It answers, and holds no study yet.'
    return { ok: true, words: `The connection works. ${what}` }
  } catch (error) {
    if (!(error instanceof ImageServerError)) throw error
    return { ok: false, words: wordsOf(error, pacs) }
  }
}

const CERTIFICATE = /^(CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|ERR_TLS|HOSTNAME_MISMATCH)/
const NO_TLS = /^(ERR_SSL|EPROTO)/

/** Ports that no web client asks, such as those of mail: refused before the network, and without a code. */
const BAD_PORT = 'BAD_PORT'

/** The network's own words, each with what a person can do about it. */
const NETWORK: readonly [RegExp, (pacs: PacsAddress) => string][] = [
  [/^(ENOTFOUND|EAI_AGAIN)$/, ({ db_host }) => `The name ${db_host} was not found. Look at DB Host.`],
  [
    /^ECONNREFUSED$/,
    ({ db_host, db_port }) =>
      `${db_host} refuses a connection at port ${db_port}. Look at DB Port, and whether the server runs.`,
  ],
  [/^(EHOSTUNREACH|ENETUNREACH)$/, ({ db_host }) => `There is no way to ${db_host} from this server.`],
  [
    /^(ETIMEDOUT|UND_ERR_CONNECT_TIMEOUT)$/,
    ({ db_host }) => `${db_host} did not answer in time. A firewall may stand between.`,
  ],
  [
    /^(ECONNRESET|UND_ERR_SOCKET|EPIPE)$/,
    ({ use_tls }) =>
      use_tls
        ? 'The server ended the connection. It may not speak TLS at this port.'
        : 'The server ended the connection. It may ask for TLS at this port.',
  ],
  [/^BAD_PORT$/, ({ db_port }) => `Port ${db_port} is kept for other services than images. Look at DB Port.`],
  [
    CERTIFICATE,
    () =>
      'The certificate of the server is not trusted (TLS). It may be self-signed, expired or for another name.',
  ],
  [
    NO_TLS,
    () =>
      'The server does not speak TLS at this port. Switch the encrypted connection off, or choose another port.',
  ],
]

function wordsOf(error: ImageServerError, pacs: PacsAddress): string {
  const code = networkCode(error)
  const known = NETWORK.find(([pattern]) => pattern.test(code))
  if (known) return known[1](pacs)
  if (error.fault === 'nonsense' && pacs.type !== 'Lite_Postgres')
    return `This is not a DICOMweb server: ${lowered(error.message)} Look at DB Port and DB Name.`
  return error.message
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** The code of the network's or TLS's own error, somewhere below ours. */
function networkCode(error: unknown): string {
  let at: unknown = error
  for (let depth = 0; depth < 6 && at instanceof Error; depth++) {
    if ('code' in at && typeof at.code === 'string') return at.code
    if (at.message === 'bad port') return BAD_PORT
    // Several addresses of one name were tried.
    at = at instanceof AggregateError ? at.errors[0] : at.cause
  }
  return ''
}
