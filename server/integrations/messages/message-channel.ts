/** A text for one person, on its way out. */
export interface OutgoingMessage {
  /** The message's own id: a channel that knows doubles by it sends it once. */
  id: string
  to: string
  subject: string
  text: string
  /** What the way needs beside the text. */
  along?: MessageAlong
}

/** What goes along with a text: the ids under which carriers have it, or the template of WhatsApp that says it. */
export interface MessageAlong {
  dlt?: { entityId: string; header: string; templateId: string }
  whatsapp?: { name: string; language: string; variables: string[] }
}

/** One way out: `send` resolves with the provider's reference once it took the message, else throws NotSentError. */
export interface MessageWay {
  send: (message: OutgoingMessage) => Promise<string>
}

/** The provider did not take the message. */
export class NotSentError extends Error {
  /** The provider's own words, empty where it said nothing; they name no patient, but may name a number. */
  readonly said: string
  /** True where trying again would change nothing: a refused recipient, a wrong password. */
  readonly isFinal: boolean
  constructor(said: string, isFinal: boolean, options?: ErrorOptions) {
    super('the message was not taken', options)
    this.name = 'NotSentError'
    this.said = said
    this.isFinal = isFinal
  }
}
