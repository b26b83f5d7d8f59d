/** A letter in plain text to one person. */
export interface Letter {
  to: string
  subject: string
  text: string
}

/** A channel for e-mail: `send` resolves once the mail server took the letter and refuses with `unavailable` otherwise. */
export interface Mail {
  send: (letter: Letter) => Promise<void>
}
