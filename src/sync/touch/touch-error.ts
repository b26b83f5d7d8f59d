/**
 * Why a touch gave nothing. `none`: no passkey to ask; `cancelled`: the person or the browser ended the question, or the
 * passkey is not at hand; `no_prf`: the passkey computes no secrets; `wrong`: its secret opens nothing here; `unsupported`:
 * this browser or this address knows no passkeys.
 */
export type TouchProblem = 'none' | 'cancelled' | 'no_prf' | 'wrong' | 'unsupported'

const WORDS: Record<TouchProblem, string> = {
  none: 'There is no passkey to ask.',
  cancelled: 'The passkey did not answer. It may have been cancelled, or is not at hand.',
  no_prf: 'This passkey or browser can sign in, but cannot keep what is on this device.',
  wrong: 'This passkey does not open what is on this device.',
  unsupported: 'This browser cannot use passkeys here.',
}

/** A question to a passkey that was not answered as it was meant; its message is for a person. */
export class TouchError extends Error {
  readonly problem: TouchProblem
  constructor(problem: TouchProblem) {
    super(WORDS[problem])
    this.name = 'TouchError'
    this.problem = problem
  }
}
