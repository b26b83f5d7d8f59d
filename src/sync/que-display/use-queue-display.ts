import { useEffect, useState } from 'react'
import { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import { QUEUE_DISPLAY_MS } from '#domain/time/intervals.ts'
import { callBare } from '../api/call-bare.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'
import { lastListOf } from './last-list.ts'
import { listenToScreen } from './listen-to-screen.ts'
import { openQueueLine, type QueueState } from './queue-line.ts'

/** A slower answer counts as none. */
const ANSWER_MS = 10_000

/** Returns the content of the public display at this URL; nobody is signed in. */
export function useQueueDisplay(uid: string): QueueState {
  const [state, setState] = useState<QueueState>({ skewMs: 0, isUnknown: false })
  useEffect(
    () =>
      openQueueLine(
        {
          ask: async () => (await callBare(queDisplayCalls.list, { uid }, { timeoutMs: ANSWER_MS })).result,
          listen: (onPoke) => listenToScreen(uid, onPoke),
          tick: (onTick) => {
            const ticks = pollEvery(QUEUE_DISPLAY_MS, false, browserPage()).subscribe(onTick)
            return () => ticks.unsubscribe()
          },
          kept: lastListOf(uid),
          now: () => Date.now(),
        },
        setState,
      ),
    [uid],
  )
  return state
}
