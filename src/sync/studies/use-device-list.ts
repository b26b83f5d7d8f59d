import { useEffect, useState } from 'react'
import type { StudyListInput } from '#contract/calls/studies.ts'
import type { SessionFields } from '#domain/access/session.ts'
import type { WindowAnswer, WindowQuestion } from '#src/workers/worklist-window.ts'
import { useDevice } from '../current-device.ts'
import type { Device } from '../device.ts'
import { useSession } from '../session/session.ts'
import { findFirstRows } from './first-page.ts'
import { OWN_ZONE, viewerOf } from './viewer.ts'

/** A page of a list as this device answers it now, and again at each change; undefined until the first answer. */
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
  zone: OWN_ZONE,
})

/** Asks, and asks again at each change, one question at a time; the answer to the latest one always arrives. */
function followList(
  device: Device,
  question: WindowQuestion,
  onAnswer: (answer: WindowAnswer) => void,
): () => void {
  const worklist = device.worklist()
  let isStopped = false
  let isAsking = false
  let isStale = false
  async function ask(): Promise<void> {
    isStale = isAsking
    if (isAsking) return
    isAsking = true
    do {
      isStale = false
      const answer = await (worklist.ask(question) ?? fromIndex(device, question))
      if (!isStopped) onAnswer(answer)
    } while (isStale && !isStopped)
    isAsking = false
  }
  const stop = worklist.onChange(() => void ask())
  void ask()
  return () => {
    isStopped = true
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
