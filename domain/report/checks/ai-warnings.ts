import { hasAiText } from '../ai-text-marks.ts'
import type { CheckedReport, SignWarning } from './sign-warning.ts'

/** The AI company called its result critical, and the study has no critical tag. */
export function aiCriticalWithoutTag({ isAiCritical = false, hasCriticalTag }: CheckedReport): SignWarning[] {
  if (!isAiCritical || hasCriticalTag) return []
  return [{ rule: 'ai_critical_without_tag', sentences: [], found: [] }]
}

/** Marked text of an AI company that nobody has accepted yet. */
export function aiTextUndecided({ text }: CheckedReport): SignWarning[] {
  return hasAiText(text) ? [{ rule: 'ai_text_undecided', sentences: [], found: [] }] : []
}
