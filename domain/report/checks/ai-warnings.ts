import { hasAiText } from '../ai-text-marks.ts'
import type { CheckedReport, SignWarning } from './sign-warning.ts'

/** The AI company called its result critical, and the study has no critical tag. */
export function aiCriticalWithoutTag({ isAiCritical = false, hasCriticalTag }: CheckedReport): SignWarning[] {
  if (!isAiCritical || hasCriticalTag) return []
  return [{ rule: 'ai_critical_without_tag', sentences: [], found: [] }]
}

/** Text of an AI company stands between its marks: nobody has made it the doctor's own yet. */
export function aiTextUndecided({ text }: CheckedReport): SignWarning[] {
  return hasAiText(text) ? [{ rule: 'ai_text_undecided', sentences: [], found: [] }] : []
}
