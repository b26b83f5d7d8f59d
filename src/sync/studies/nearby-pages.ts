import type { StudyListInput } from '#contract/calls/studies.ts'
import type { WorklistClient } from '#src/workers/worklist-client.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { pause } from '../leader/wake-signal.ts'

/** Milliseconds after an answer before its neighbours are read: the shown page comes first. */
const AFTER_MS = 50

/** Answers of pages by the key of their query. */
export type NearbyPages = ReadonlyMap<string, WindowAnswer>

/** Returns the key of a query: a list requests and finds a page by it. */
export const listKeyOf = (input: StudyListInput): string => JSON.stringify(input)

/**
 * Reads the pages before and after the shown one, so that turning a page renders once and waits for nothing. Returns
 * undefined if `signal` aborts first, because something changed or another page is shown, or if the worker cannot answer.
 */
export async function readNearby(
  worklist: Pick<WorklistClient, 'ask'>,
  question: WindowQuestion,
  { matching }: WindowAnswer,
  signal: AbortSignal,
): Promise<NearbyPages | undefined> {
  await pause(AFTER_MS, signal)
  const { p, ps } = question.input
  const pages = [p + 1, p - 1].filter((page) => page >= 1 && (page - 1) * ps < matching)
  const nearby = new Map<string, WindowAnswer>()
  for (const page of pages) {
    if (signal.aborted) return undefined
    const input = { ...question.input, p: page }
    const answer = await worklist.ask({ ...question, input })
    if (answer) nearby.set(listKeyOf(input), answer)
  }
  return signal.aborted ? undefined : nearby
}
