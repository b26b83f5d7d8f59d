import type { DicomHeader } from '#domain/study/study-header.ts'
import type { WayOut } from '#server/kernel/way-out/way-out.ts'
import type { Description } from './describe-orthanc.ts'

/** How an image server fails: nobody there, too slow, or an answer that is not one. Kept in pacs.state. */
export type ImageServerFault = 'down' | 'slow' | 'nonsense'

/** Why an image server could not be asked; the message is for a person and names no patient and no password. */
export class ImageServerError extends Error {
  readonly fault: ImageServerFault
  constructor(fault: ImageServerFault, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ImageServerError'
    this.fault = fault
  }
}

export interface ImageServerSettings {
  /** `http(s)://db_host:db_port/db_name`, without a slash at the end (DECISIONS "Studies"). */
  url: string
  user: string
  password: string
  /** The client's way out: what it does not let through is not asked. */
  out: WayOut
}

export interface StudyQuery {
  /** Only studies of this day or later (YYYYMMDD); undefined: all, also those without a date. */
  sinceDay?: string | undefined
  limit: number
  offset: number
}

/** What arrival needs of an image server; each kind of server has one adapter. */
export interface ImageServer {
  /** One page of study headers as the server gives them, untrusted; a server may give fewer than `limit` at once. */
  findStudies(query: StudyQuery, signal: AbortSignal): Promise<unknown[]>
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
