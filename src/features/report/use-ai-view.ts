import { useEffect, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isAiReady } from '#domain/status/ai-status.ts'
import { isUnwritten } from '#domain/status/report-status.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { hasWords } from './writer/empty-text.ts'
import type { OpenReport } from './writer/use-open-report.ts'

export type TextSource = 'own' | 'ai'

export interface AiView {
  /** Whether the switch is shown: an AI result is waiting for a decision. */
  isOffered: boolean
  shown: TextSource
  show: (source: TextSource) => void
}

/**
 * Returns the state of the AI/Own switch (docs/reports.md#editor): while a result is Ready, it can be shown
 * instead of the text, and the own text is not autosaved. It is shown on opening if there is no text yet. A
 * result that arrives during writing is only offered, so that the text being typed is not hidden.
 */
export function useAiView(study: StudyRow, { writer, flush }: OpenReport): AiView {
  const { online } = useLink()
  const isOffered = study.ai_report !== null && isAiReady(study.ai_report.status)
  const [wasOffered, setOffered] = useState(false)
  const [chosen, setChosen] = useState<TextSource>('own')
  if (isOffered !== wasOffered) {
    // Results are read from the server: offline, the editor is shown for writing.
    const opensByItself = online && isUnwritten(study.status) && !hasWords(writer.state().text)
    setOffered(isOffered)
    setChosen(isOffered && opensByItself ? 'ai' : 'own')
  }
  const shown = isOffered ? chosen : 'own'
  useEffect(() => writer.pauseAutosave(shown === 'ai'), [writer, shown])
  const show = (source: TextSource) => {
    // Saves the typed text before the pause begins.
    flush()
    void writer.autosave(study.status).catch(() => undefined)
    setChosen(source)
  }
  return { isOffered, shown, show }
}
