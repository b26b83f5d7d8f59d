import { useEffect, useState } from 'react'
import type { StudyRow } from '#contract/calls/studies.ts'
import { isAiReady } from '#domain/status/ai-status.ts'
import { isUnwritten } from '#domain/status/report-status.ts'
import { useLink } from '#src/sync/link/use-link.ts'
import { hasWords } from './writer/empty-text.ts'
import type { OpenReport } from './writer/use-open-report.ts'

export type TextSource = 'own' | 'ai'

export interface AiView {
  /** The switch stands there while an AI result waits for a decision. */
  isOffered: boolean
  shown: TextSource
  show: (source: TextSource) => void
}

/**
 * The AI/Own switch (docs/reports.md#editor): while a result is Ready it may stand in the text's place, and then nothing of
 * the own text is saved by itself. It opens so where there is no text yet. One that comes while somebody writes is only
 * offered: no words go out of sight under the hands that type them.
 */
export function useAiView(study: StudyRow, { writer, flush }: OpenReport): AiView {
  const { online } = useLink()
  const isOffered = study.ai_report !== null && isAiReady(study.ai_report.status)
  const [wasOffered, setOffered] = useState(false)
  const [chosen, setChosen] = useState<TextSource>('own')
  if (isOffered !== wasOffered) {
    // Results are read from the server: without it the editor is there to write in.
    const opensByItself = online && isUnwritten(study.status) && !hasWords(writer.state().text)
    setOffered(isOffered)
    setChosen(isOffered && opensByItself ? 'ai' : 'own')
  }
  const shown = isOffered ? chosen : 'own'
  useEffect(() => writer.pauseAutosave(shown === 'ai'), [writer, shown])
  const show = (source: TextSource) => {
    // What was typed so far goes on its way before the pause begins.
    flush()
    void writer.autosave(study.status).catch(() => undefined)
    setChosen(source)
  }
  return { isOffered, shown, show }
}
