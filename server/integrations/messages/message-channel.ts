/** An outgoing text for one person. */
export interface OutgoingMessage {
  /** The message's own id: a channel that detects duplicates by it sends it only once. */
  id: string
  to: string
  subject: string
  text: string
  /** Additional data of the channel. */
  along?: MessageAlong
}

/** Additional data of a text: its registration ids at the carriers, or its WhatsApp template. */
export interface MessageAlong {
  dlt?: { entityId: string; header: string; templateId: string }
  whatsapp?: { name: string; language: string; variables: string[] }
}

/**
 * One outgoing channel: `send` resolves with the provider's reference once the provider accepted the message;
 * otherwise throws NotSentError.
 */
export interface MessageWay {
  send: (message: OutgoingMessage) => Promise<string>
}

/** Thrown if the provider did not accept the message. */
export class NotSentError extends Error {
  /** The provider's own message, empty if there is none; it contains no patient's name, but may contain a number. */
  readonly said: string
  /** True if a retry cannot succeed: a refused recipient, a wrong password. */
  readonly isFinal: boolean
  constructor(said: string, isFinal: boolean, options?: ErrorOptions) {
    super('the message was not taken', options)
    this.name = 'NotSentError'
    this.said = said
    this.isFinal = isFinal
  }
}
