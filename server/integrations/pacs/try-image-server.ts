import { dayAt } from '#domain/time/zones.ts'
import { certificateFault } from '#server/kernel/way-out/certificate-fault.ts'
import { OutgoingError, type OutgoingReason } from '#server/kernel/way-out/outgoing-error.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import { ANSWER_MS } from './ask-json.ts'
import type { Description } from './describe-orthanc.ts'
import { type ImageServer, ImageServerError } from './image-server.ts'
import { TOKEN_MS, TokenError } from './oauth-token.ts'
import { keepNothing, openImageServer, type PacsAddress } from './open-image-server.ts'

/** The result of a connection test: whether it works, and a message for a person. */
export interface Trial {
  ok: boolean
  words: string
  /** True if the address is allowed and nothing responded; the duration must not be revealed. */
  isSilent: boolean
}

/**
 * Requests one study from an image server, and describes what works or what failed: the name, the account, the
 * response.
 * Stores nothing of the response. Uses the same message for a port that is closed, filtered, silent or another
 * program's.
 */
export async function tryImageServer(pacs: PacsAddress, out: WayOut, signal: AbortSignal): Promise<Trial> {
  try {
    // A cached token would not test the current secret.
    const server = openImageServer(pacs, out, keepNothing())
    const { found, isSliced } = await findOne(server, signal)
    const said = found.length > 0 ? await server.describe(signal) : undefined
    const words = [
      'The connection works.',
      isSliced ? READ_BY_DAYS : whatItHolds(found.length > 0, said),
      !pacs.use_tls && NOT_ENCRYPTED,
      hasOpenTokenAddress(pacs) && SECRET_NOT_ENCRYPTED,
    ]
    return { ok: true, words: words.filter(Boolean).join(' '), isSilent: false }
  } catch (error) {
    if (!(error instanceof ImageServerError)) throw error
    const isSilent = networkReason(error) === 'no_answer' && certificateFault(error) === undefined
    return { ok: false, words: wordsOf(error, pacs), isSilent }
  }
}

/** Requests one study of all; of today only if the server refuses broad queries regardless of the limit. */
async function findOne(
  server: ImageServer,
  signal: AbortSignal,
): Promise<{ found: unknown[]; isSliced: boolean }> {
  const one = { limit: 1, offset: 0 }
  try {
    return { found: (await server.findStudies(one, signal)).studies, isSliced: false }
  } catch (error) {
    if (!(error instanceof ImageServerError && error.isTooBroad)) throw error
    const today = dayAt(new Date(), 'UTC')
    const ofToday = await server.findStudies({ ...one, fromDay: today, toDay: today }, signal)
    return { found: ofToday.studies, isSliced: true }
  }
}

const READ_BY_DAYS = 'It refuses broad queries and is read by days: a study without a date is not found.'
const NOT_ENCRYPTED = 'It is not encrypted: switch on TLS if the image server offers it.'

const SECRET_NOT_ENCRYPTED =
  'The client secret goes to the token address without encryption: use https there if it is offered.'

const hasOpenTokenAddress = ({ auth_kind, oauth_token_url }: PacsAddress) =>
  auth_kind === 'OAuth2' && !/^https:/i.test(oauth_token_url)

function whatItHolds(hasStudies: boolean, said: Description | undefined): string {
  if (!hasStudies) return 'It answers, and holds no study yet.'
  const who = said?.name ?? 'It'
  if (said?.studies === undefined) return `${who} answers with studies.`
  return `${who} answers, and holds ${said.studies === 1 ? 'one study' : `${said.studies} studies`}.`
}

function wordsOf(error: ImageServerError, pacs: PacsAddress): string {
  if (error instanceof TokenError) return `${error.message} Look at the fields of OAuth2.`
  const fault = certificateFault(error)
  if (fault !== undefined)
    return `The image server at port ${pacs.db_port} of ${pacs.db_host} was reached, but its certificate ${fault}.`
  const reason = networkReason(error)
  if (reason) return UNREACHED[reason](pacs)
  if (error.fault === 'nonsense' && pacs.type !== 'Lite_Postgres')
    return `This is not a DICOMweb server: ${lowered(error.message)} Look at DB Port and DB Name.`
  return error.message
}

const lowered = (text: string) => text.charAt(0).toLowerCase() + text.slice(1)

/** Returns the longest possible silence in milliseconds: of the token address, and of the image server after it. */
export const longestSilence = ({ auth_kind }: Pick<PacsAddress, 'auth_kind'>): number =>
  ANSWER_MS + (auth_kind === 'OAuth2' ? TOKEN_MS : 0)

/**
 * What a person can check; one message for every kind of missing response, so that it cannot be used to scan for open
 * ports.
 */
const UNREACHED: Readonly<Record<OutgoingReason, (pacs: PacsAddress) => string>> = {
  not_allowed: ({ db_host, db_port }) =>
    `This server does not call port ${db_port} of ${db_host}: it is the server itself, or stands in a network that the platform has not opened for you.`,
  not_found: ({ db_host }) => `The name ${db_host} was not found. Look at DB Host.`,
  no_answer: ({ db_host, db_port, use_tls, client_certificate }) =>
    `No image server answered at port ${db_port} of ${db_host}. Look at DB Host and DB Port, whether it runs, whether a firewall or a proxy stands between that lets nothing through, and ${
      use_tls
        ? `whether it speaks TLS there with a trusted certificate and ${client_certificate === '' ? 'asks for no client certificate' : 'takes the client certificate'}`
        : 'whether it asks for TLS there'
    }.`,
}

/** Returns why there was no response; undefined if something responded. */
const networkReason = ({ cause }: ImageServerError): OutgoingReason | undefined =>
  cause instanceof OutgoingError ? cause.reason : undefined
