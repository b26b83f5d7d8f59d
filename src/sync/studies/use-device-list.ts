import { useEffect, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import { STUDY_LIST_REFRESH_MS } from '#domain/time/intervals.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { useDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { createWakeSignal, pause } from '../leader/wake-signal.ts'
import { placeZone } from '../session/place-zone.ts'
import { useSession } from '../session/session.ts'
import { findFirstRows } from './first-page.ts'
import { viewerOf } from './viewer.ts'

/** A list whose news were missed is right again after this long. */
const LOOK_AGAIN_MS = STUDY_LIST_REFRESH_MS
/** The first rows stand on the screen before the bulk is read. */
const PAINT_MS = 50

/** A page of a list as this device returns it now, and again at each change; undefined until the first answer. */
export function useDeviceList(key: string): WindowAnswer | undefined {
  const device = useDevice()
  const session = useSession()
  const [state, setState] = useState<{ key: string; answer: WindowAnswer }>()
  useEffect(() => {
    if (!device || !session) return undefined
    return followList(device, questionOf(key, session), (answer) => setState({ key, answer }))
  }, [device, session, key])
  return state?.key === key ? state.answer : undefined
}

const questionOf = (key: string, session: SessionFields): WindowQuestion => ({
  input: JSON.parse(key) as StudyListInput,
  viewer: viewerOf(session),
  zone: placeZone(),
})

/**
 * Asks, and asks again at each change; changes during an answer make one more question and not a queue of them. The
 * first rows come by the index, and only then are all studies loaded: both read the same database, and the bulk of it
 * would stand in the way of the twenty rows that a person waits for.
 */
function followList(
  device: Device,
  question: WindowQuestion,
  onAnswer: (answer: WindowAnswer) => void,
): () => void {
  const stopped = new AbortController()
  const wakeSignal = createWakeSignal()
  let stop = () => {}
  async function answerAtEachRing(): Promise<void> {
    if (!device.hasWorklist()) {
      const first = await fromIndex(device, question)
      if (stopped.signal.aborted) return
      onAnswer(first)
      await pause(PAINT_MS, stopped.signal)
    }
    if (stopped.signal.aborted) return
    const worklist = device.worklist()
    stop = worklist.onChange(wakeSignal.wake)
    while (!stopped.signal.aborted) {
      const answer = (await worklist.ask(question)) ?? (await fromIndex(device, question))
      if (!stopped.signal.aborted) onAnswer(answer)
      await wakeSignal.wait(LOOK_AGAIN_MS, stopped.signal)
    }
  }
  // The databases were closed under it: the list goes with the session.
  answerAtEachRing().catch(() => stop())
  return () => {
    stopped.abort()
    stop()
  }
}

async function fromIndex(
  { databases }: Device,
  { input, viewer, zone }: WindowQuestion,
): Promise<WindowAnswer> {
  const rows = await findFirstRows(databases, input, viewer, zone)
  return { rows, matching: (input.p - 1) * input.ps + rows.length }
}
