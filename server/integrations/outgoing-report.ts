/** The house's name in what it sends. */
export const SENDING_APPLICATION = 'READROOM'

/** One report as it leaves the house, by HL7 or XML. Texts are plain: a line for each paragraph, item and row. */
export interface OutgoingReport {
  /** Unique and the same at every try, so that the receiver knows a repeat. */
  controlId: string
  sentAt: Date
  /** F at the first filing, C for what is filed later (DECISIONS "Reports"). */
  resultStatus: 'F' | 'C'
  sender: { application: string; facility: string }
  patient: { id: string; name: string; sex: string; birthdate: string | null }
  study: {
    uid: string
    accessionNo: string
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
  signed: { by: string; at: Date | null }
  verified: { by: string; at: Date | null }
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
