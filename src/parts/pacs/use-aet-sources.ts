import { useRef, useState } from 'react'
import { pacsCalls } from '#contract/calls/pacs.ts'
import { callApi } from '#src/sync/api/call-api.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'

/** An image server's answer about its senders. */
export type AetAnswer = { known: readonly string[] } | { failure: string }

export interface AetSources {
  /** Undefined while loading. */
  answerOf: (pacsId: string) => AetAnswer | undefined
  ask: (pacsId: string, again?: boolean) => void
  /** Senders that the image server knows; undefined if it did not say. */
  knownTo: (pacsId: unknown) => readonly string[] | undefined
}

/** Queries image servers for the AE titles that send to them, each once unless asked again. */
export function useAetSources(clientId: string | undefined): AetSources {
  const [answers, setAnswers] = useState<Readonly<Record<string, AetAnswer | undefined>>>({})
  const asked = useRef(new Set<string>())
  const ask = useStableCallback((pacsId: string, again = false) => {
    if (asked.current.has(pacsId) && !again) return
    asked.current.add(pacsId)
    const settle = (answer: AetAnswer) => setAnswers((before) => ({ ...before, [pacsId]: answer }))
    if (again) setAnswers((before) => ({ ...before, [pacsId]: undefined }))
    const input = { pacs_id: pacsId, ...(clientId !== undefined && { client_id: clientId }) }
    callApi(pacsCalls.getAetSources, input).then(
      ({ result }) => settle({ known: result }),
      (problem: Error) => settle({ failure: problem.message }),
    )
  })
  return {
    answerOf: (pacsId) => answers[pacsId],
    ask,
    knownTo: (pacsId) => {
      const answer = typeof pacsId === 'string' ? answers[pacsId] : undefined
      return answer && 'known' in answer ? answer.known : undefined
    },
  }
}
