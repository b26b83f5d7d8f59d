import { refuseUndecidedAi } from '#domain/report/checks/undecided-ai.ts'
import type { SignedParts } from '#domain/report/signed-content.ts'

/** A signature was stopped by sentences of an AI result that nobody decided on; the first of them is gone to. */
export class UndecidedAiError extends Error {
  override readonly name = 'UndecidedAiError'
}

/** Throws where sentences of an AI result are undecided in the text (docs/decisions/366). */
export function demandDecidedAi(text: SignedParts): void {
  const refusal = refuseUndecidedAi(text)
  if (refusal !== undefined) throw new UndecidedAiError(refusal)
}
