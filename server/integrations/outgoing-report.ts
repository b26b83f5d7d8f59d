/** The house's name in what it sends. */
export const SENDING_APPLICATION = 'READROOM'

/** One report as it leaves the house, by HL7 or XML. Texts are plain: a line for each paragraph, item and row. */
export interface OutgoingReport {
  /** Unique and the same at every try, so that the receiver knows a repeat. */
  controlId: string
  sentAt: Date
  /** F at the first filing, C for what is filed later (docs/reports.md). */
  resultStatus: 'F' | 'C'
  sender: { application: string; facility: string }
  /** The zone of the branch, that times of day are written in. */
  zone: string
  /** The order of a hospital system that it answers; undefined where none asked for it. */
  order: PlacedOrder | undefined
  /** The visit of it; undefined where there is none. */
  visit: { no: string; isInPatient: boolean; bed: string } | undefined
  patient: {
    id: string
    /** Who gave the number; empty where nobody is named. */
    authority: string
    name: string
    /** Family and given name as they are stored; undefined where only the name of the images is known. */
    names: { family: string; given: string } | undefined
    sex: string
    birthdate: string | null
  }
  study: {
    uid: string
    accessionNo: string
    /** Who gives accession numbers; empty where nobody is named. */
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
  /** Its paper as a PDF file; undefined where it does not go along. */
  pdf?: Uint8Array | undefined
  signed: { by: string; at: Date | null }
  verified: { by: string; at: Date | null }
}

/** An order as its sender knows it. */
export interface PlacedOrder {
  placerNo: string
  placerAuthority: string
  application: string
  facility: string
}

/** The other side did not take a report. `detail` is for a person and holds nothing of the patient. */
export class NotTakenError extends Error {
  readonly ack: string
  constructor(detail: string, ack = '', options?: ErrorOptions) {
    super(detail, options)
    this.name = 'NotTakenError'
    this.ack = ack
  }
}
