import type { SecureContext } from 'node:tls'
import type { QuerySlice } from '#domain/study/dicom/query-slice.ts'
import type { DicomHeader } from '#domain/study/dicom/study-header.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import type { Description } from './describe-orthanc.ts'
import type { TokenGiver } from './oauth-token.ts'
import type { TakeToken } from './token-store.ts'

/** The kinds of failure of an image server: unreachable, too slow, or an invalid response. Stored in pacs.state. */
export type ImageServerFault = 'down' | 'slow' | 'nonsense'

/** Why a request to an image server failed; the message is for a person and contains no patient and no password. */
export class ImageServerError extends Error {
  readonly fault: ImageServerFault
  /** True if a smaller query may succeed: this one was refused, or its response was too large. */
  readonly isTooBroad: boolean
  /** The pause that the server requested; undefined if it requested none. */
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

/** How this server signs in at an image server: not at all, by user and password, or by an OAuth2 token. */
export type ImageServerAccount =
  | { kind: 'none' }
  | { kind: 'basic'; user: string; password: string }
  | { kind: 'oauth'; giver: TokenGiver; take: TakeToken }

export interface ImageServerSettings {
  /** `http(s)://db_host:db_port/db_name`, without a trailing slash (docs/studies.md). */
  url: string
  account: ImageServerAccount
  /** A client certificate and the centre's own authorities; undefined without any. */
  tls: SecureContext | undefined
  /** The client's outgoing connection rules; destinations that they forbid are not called. */
  out: WayOut
}

/** A page of a part of the server's studies; a query without days also finds studies without a date. */
export interface StudyQuery extends QuerySlice {
  /** Only the study with this UID. */
  studyUid?: string
  limit: number
  offset: number
}

export interface StudyPage {
  /** Headers as the server returns them, untrusted; may be fewer than `limit` although more exist. */
  studies: unknown[]
  /** True if the server reports that more exist (206, or `Warning: 299`). */
  saysMore: boolean
}

/** The functions of an image server that arrival needs; each kind of server has one adapter. */
export interface ImageServer {
  /** Returns one page of study headers; only an empty one is the last. */
  findStudies(query: StudyQuery, signal: AbortSignal): Promise<StudyPage>
  /** Adds the data of a study that the list omits: the AE title of its sender. */
  complete(header: DicomHeader, signal: AbortSignal): Promise<DicomHeader>
  /** Returns the headers of a study's series as the server returns them, untrusted. */
  findSeries(studyUid: string, signal: AbortSignal): Promise<unknown[]>
  /** Returns the server's description of itself; undefined without one. */
  describe(signal: AbortSignal): Promise<Description | undefined>
  /** Returns AE titles that send to this server, as far as known, unordered and perhaps with duplicates. */
  findSourceAets(signal: AbortSignal): Promise<string[]>
}

/** An order that one server sends images to another over DICOM. */
export interface SendOrder {
  /** The AE title of the receiver. */
  aet: string
  studyUid: string
  /** Only these series; undefined means the whole study. */
  seriesUids?: readonly string[] | undefined
}
