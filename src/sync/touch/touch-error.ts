/**
 * Why a touch failed. `none`: no passkey to ask; `cancelled`: the user or the browser ended the request, or the passkey
 * is not available; `no_prf`: the passkey computes no secrets; `wrong`: its secret opens nothing here; `unsupported`:
 * this browser or this domain does not support passkeys.
 */
export type TouchProblem = 'none' | 'cancelled' | 'no_prf' | 'wrong' | 'unsupported'

const WORDS: Record<TouchProblem, string> = {
  none: 'There is no passkey to ask.',
  cancelled: 'The passkey did not answer. It may have been cancelled, or is not at hand.',
  no_prf: 'This passkey or browser can sign in, but cannot keep what is on this device.',
  wrong: 'This passkey does not open what is on this device.',
  unsupported: 'This browser cannot use passkeys here.',
}

/** A passkey request that failed; its message is shown to the user. */
export class TouchError extends Error {
  readonly problem: TouchProblem
  constructor(problem: TouchProblem) {
    super(WORDS[problem])
    this.name = 'TouchError'
    this.problem = problem
  }
}
