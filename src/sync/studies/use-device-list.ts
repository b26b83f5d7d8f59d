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
import { type NearbyPages, readNearby } from './nearby-pages.ts'
import { followWriters } from './writers.ts'

/** A list that missed a change is correct again after this long. */
const LOOK_AGAIN_MS = STUDY_LIST_REFRESH_MS
/** Time for the first rows to render before the rest is read. */
const PAINT_MS = 50

interface Shown {
  key: string
  answer: WindowAnswer
  /** The pages before and after, as of this answer; absent until they are read. */
  nearby?: NearbyPages
}

/** Returns a page of a list from this device, updated at each change; undefined until the first answer. */
export function useDeviceList(key: string): WindowAnswer | undefined {
  const device = useDevice()
  const session = useSession()
  const [state, setState] = useState<Shown>()
  useEffect(() => {
    if (!device || !session) return undefined
    const input = JSON.parse(key) as StudyListInput
    return followList(device, () => listQuestionOf(input, session), {
      onAnswer: (answer) => setState((before) => turned(before, key, answer)),
      onNearby: (nearby) => setState((before) => (before?.key === key ? { ...before, nearby } : before)),
    })
  }, [device, session, key])
  return pageIn(state, key)
}

const pageIn = (shown: Shown | undefined, key: string): WindowAnswer | undefined =>
  shown?.key === key ? shown.answer : shown?.nearby?.get(key)

/**
 * The list after an answer. The page that was shown before stays nearby, for the way back; after a change of the same page
 * nothing does. Keeps the known rows if they are equal, so that they are not rendered again.
 */
function turned(before: Shown | undefined, key: string, answer: WindowAnswer): Shown {
  const known = pageIn(before, key)
  const shown = known && JSON.stringify(known) === JSON.stringify(answer) ? known : answer
  const nearby =
    before && before.key !== key && known === shown ? new Map([[before.key, before.answer]]) : undefined
  return { key, answer: shown, ...(nearby && { nearby }) }
}

interface ListEvents {
  onAnswer: (answer: WindowAnswer) => void
  onNearby: (nearby: NearbyPages) => void
}

/**
 * Queries, and queries again at each change; coalesces changes that arrive while a query runs into one re-query. The
 * first rows come from the index, and only then are all studies loaded: both read the same database, and the full load
 * would delay the twenty rows that the user waits for.
 */
function followList(
  device: Device,
  ask: () => Promise<WindowQuestion>,
  { onAnswer, onNearby }: ListEvents,
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
      const changed = new AbortController()
      readNearby(worklist, question, answer, AbortSignal.any([changed.signal, stopped.signal])).then(
        (nearby) => nearby && onNearby(nearby),
        // A page that could not be read ahead is read when it is shown.
        () => undefined,
      )
      await wakeSignal.wait(LOOK_AGAIN_MS, stopped.signal)
      changed.abort()
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
