/** Our application name in outgoing messages. */
export const SENDING_APPLICATION = 'READROOM'

/** One report sent by HL7 or XML. Texts are plain: one line per paragraph, item and row. */
export interface OutgoingReport {
  /** Unique and the same at every attempt, so that the receiver detects a repeat. */
  controlId: string
  sentAt: Date
  /** F for the first filing, C for later ones (docs/reports.md). */
  resultStatus: 'F' | 'C'
  sender: { application: string; facility: string }
  /** The branch's time zone, used for times. */
  zone: string
  /** The hospital system's order for this report; undefined without one. */
  order: PlacedOrder | undefined
  /** The visit of the study; undefined without one. */
  visit: { no: string; isInPatient: boolean; bed: string } | undefined
  patient: {
    id: string
    /** The authority of the number; empty if none is named. */
    authority: string
    name: string
    /** Family and given name as registered; undefined if only the name from the images is known. */
    names: { family: string; given: string } | undefined
    sex: string
    birthdate: string | null
  }
  study: {
    uid: string
    accessionNo: string
    /** The authority of accession numbers; empty if none is named. */
    authority: string
    description: string
    modality: string
    at: Date | null
    referrer: string
  }
  report: {
    number: number
    name: string
    description: string
    conclusion: string
    recommendation: string
    addenda: readonly { text: string; at: Date; by: string }[]
  }
  /** The report's paper as a PDF file; undefined if it is not included. */
  pdf?: Uint8Array | undefined
  signed: { by: string; at: Date | null }
  verified: { by: string; at: Date | null }
}

/** An order's numbers and origin at its sender. */
export interface PlacedOrder {
  placerNo: string
  placerAuthority: string
  application: string
  facility: string
}

/** Thrown if the other side did not accept a report. `detail` is for a person and contains no patient data. */
export class NotTakenError extends Error {
  readonly ack: string
  constructor(detail: string, ack = '', options?: ErrorOptions) {
    super(detail, options)
    this.name = 'NotTakenError'
    this.ack = ack
  }
}
