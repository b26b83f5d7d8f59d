import { refuseUndecidedAi } from '#domain/report/checks/undecided-ai.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'

/** Thrown if undecided sentences of an AI result stop a signature; the editor then goes to the first of them. */
export class UndecidedAiError extends Error {
  override readonly name = 'UndecidedAiError'
}

/** Throws if the text has undecided sentences of an AI result (docs/decisions/366). */
export function demandDecidedAi(text: SignedParts): void {
  const refusal = refuseUndecidedAi(text)
  if (refusal !== undefined) throw new UndecidedAiError(refusal)
}
