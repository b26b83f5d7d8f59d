import { useEffect, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { useDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { createWakeSignal, pause } from '../leader/wake-signal.ts'
import { useSession } from '../session/session.ts'
import { findFirstRows } from './first-page.ts'
import { listQuestionOf } from './list-question.ts'
import { followWriters } from './writers.ts'

/** A list that missed a change is correct again after this long. */
const LOOK_AGAIN_MS = STUDY_LIST_REFRESH_MS
/** Time for the first rows to render before the rest is read. */
const PAINT_MS = 50

/** Returns a page of a list from this device, updated at each change; undefined until the first answer. */
export function useDeviceList(key: string): WindowAnswer | undefined {
  const device = useDevice()
  const session = useSession()
  const [state, setState] = useState<{ key: string; answer: WindowAnswer }>()
  useEffect(() => {
    if (!device || !session) return undefined
    const input = JSON.parse(key) as StudyListInput
    return followList(
      device,
      () => listQuestionOf(input, session),
      (answer) => setState({ key, answer }),
    )
  }, [device, session, key])
  return state?.key === key ? state.answer : undefined
}

/**
 * Queries, and queries again at each change; coalesces changes that arrive while a query runs into one re-query. The
 * first rows come from the index, and only then are all studies loaded: both read the same database, and the full load
 * would delay the twenty rows that the user waits for.
 */
function followList(
  device: Device,
  ask: () => Promise<WindowQuestion>,
  onAnswer: (answer: WindowAnswer) => void,
): () => void {
  const stopped = new AbortController()
  const wakeSignal = createWakeSignal()
  let stop = () => {}
  const unfollow = followWriters(wakeSignal.wake)
  async function answerAtEachRing(): Promise<void> {
    if (!device.hasWorklist()) {
      const first = await fromIndex(device, await ask())
      if (stopped.signal.aborted) return
      onAnswer(first)
      await pause(PAINT_MS, stopped.signal)
    }
    if (stopped.signal.aborted) return
    const worklist = device.worklist()
    stop = worklist.onChange(wakeSignal.wake)
    while (!stopped.signal.aborted) {
      const question = await ask()
      const answer = (await worklist.ask(question)) ?? (await fromIndex(device, question))
      if (!stopped.signal.aborted) onAnswer(answer)
      await wakeSignal.wait(LOOK_AGAIN_MS, stopped.signal)
    }
  }
  // The databases were closed during the query: the list ends with the session.
  answerAtEachRing().catch(() => stop())
  return () => {
    stopped.abort()
    unfollow()
    stop()
  }
}

async function fromIndex({ databases }: Device, question: WindowQuestion): Promise<WindowAnswer> {
  const { input } = question
  const rows = await findFirstRows(databases, question)
  return { rows, matching: (input.p - 1) * input.ps + rows.length }
}
