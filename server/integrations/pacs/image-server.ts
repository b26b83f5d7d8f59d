import type { SecureContext } from 'node:tls'
import type { QuerySlice } from '#domain/study/query-slice.ts'
import type { DicomHeader } from '#domain/study/study-header.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import type { Description } from './describe-orthanc.ts'
import type { TokenGiver } from './oauth-token.ts'
import type { TakeToken } from './token-store.ts'

/** How an image server fails: nobody there, too slow, or an answer that is not one. Kept in pacs.state. */
export type ImageServerFault = 'down' | 'slow' | 'nonsense'

/** Why an image server could not be asked; the message is for a person and names no patient and no password. */
export class ImageServerError extends Error {
  readonly fault: ImageServerFault
  /** A smaller query may be answered: this one was refused, or its answer was too large. */
  readonly isTooBroad: boolean
  /** How long the server asks to be left alone; undefined where it does not say so. */
  readonly pauseMs: number | undefined
  constructor(
    fault: ImageServerFault,
    message: string,
    { cause, isTooBroad = false, pauseMs }: { cause?: unknown; isTooBroad?: boolean; pauseMs?: number } = {},
  ) {
    super(message, { cause })
    this.name = 'ImageServerError'
    this.fault = fault
    this.isTooBroad = isTooBroad
    this.pauseMs = pauseMs
  }
}

/** How this server signs in at an image server: not at all, by user and password, or by a token of OAuth2. */
export type ImageServerAccount =
  | { kind: 'none' }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'oauth'; giver: TokenGiver; take: TakeToken }

export interface ImageServerSettings {
  /** `http(s)://db_host:db_port/db_name`, without a slash at the end (docs/studies.md). */
  url: string
  account: ImageServerAccount
  /** A client certificate and authorities of the house; undefined where there are none. */
  tls: SecureContext | undefined
  /** The client's way out: what it does not let through is not asked. */
  out: WayOut
}

/** A page of a part of what the server holds; a query without days finds also what has no date. */
export interface StudyQuery extends QuerySlice {
  /** Only the study of this UID. */
  studyUid?: string
  limit: number
  offset: number
}

export interface StudyPage {
  /** Headers as the server gives them, untrusted; perhaps fewer than `limit` although there are more. */
  studies: unknown[]
  /** The server itself says that there is more (206, or `Warning: 299`). */
  saysMore: boolean
}

/** What arrival needs of an image server; each kind of server has one adapter. */
export interface ImageServer {
  /** One page of study headers; only an empty one is the last. */
  findStudies(query: StudyQuery, signal: AbortSignal): Promise<StudyPage>
  /** Adds what the list does not tell of a study: the AE title that sent it. */
  complete(header: DicomHeader, signal: AbortSignal): Promise<DicomHeader>
  /** The headers of a study's series as the server gives them, untrusted. */
  findSeries(studyUid: string, signal: AbortSignal): Promise<unknown[]>
  /** What the server says of itself; undefined where it does not tell. */
  describe(signal: AbortSignal): Promise<Description | undefined>
  /** AE titles that send to this server, as far as it tells, in no order and perhaps more than once. */
  findSourceAets(signal: AbortSignal): Promise<string[]>
}

/** Images that one server is to send to another over DICOM. */
export interface SendOrder {
  /** The AE title that receives. */
  aet: string
  studyUid: string
  /** Only these series; undefined: the whole study. */
  seriesUids?: readonly string[] | undefined
}
