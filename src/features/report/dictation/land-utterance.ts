import { type DictationLanguage, spokenLanguage } from '#domain/dictation/languages.ts'
import { parseUtterance } from '#domain/dictation/parse-utterance.ts'
import { type DictatedEditor, runSteps } from '#src/ui/dictation/run-steps.ts'

/** Applies an utterance to the editor; returns false if there is none, or none that accepts words now. */
export function landUtterance(
  editor: DictatedEditor | null | undefined,
  utterance: string,
  language: DictationLanguage,
): boolean {
  const spoken = spokenLanguage(language)
  return editor ? runSteps(editor, parseUtterance(utterance, spoken), spoken) : false
}
