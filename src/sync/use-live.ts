import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { from, switchMap } from 'rxjs'
import { useDevice } from './current-device.ts'
import type { Device } from './device.ts'

/** A question to the databases that returns a new result at each change of what it read. */
export interface LiveQuestion<Stored, Answer> {
  /** Reads rows; only the databases may be awaited in it. */
  read: (device: Device) => Promise<Stored>
  /** Opens what was read, outside of the live query. */
  open: (stored: Stored, device: Device) => Promise<Answer>
}

/** The answer with what it answers: `isFor` tells an answer to an earlier question. */
interface Answered<Answer> {
  key: string
  answer?: Answer
  error?: Error
}

/**
 * Asks the device, and again at each change. `key` names what the question depends on. `answer` is undefined until
 * the first one is there, and where nobody's databases are open.
 */
export function useLive<Stored, Answer>(
  question: LiveQuestion<Stored, Answer>,
  key: string,
): { answer?: Answer; error?: Error; isLoading: boolean } {
  const device = useDevice()
  const [state, setState] = useState<Answered<Answer>>()

  useEffect(() => {
    if (!device) return undefined
    const subscription = from(liveQuery(() => question.read(device)))
      .pipe(switchMap((stored) => question.open(stored, device)))
      .subscribe({
        next: (answer) => setState({ key, answer }),
        error: (error: Error) => setState({ key, error }),
      })
    return () => subscription.unsubscribe()
    // The question is a new object at each render; the key says when it is another one.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [device, key])

  const current = device && state?.key === key ? state : undefined
  return { answer: current?.answer, error: current?.error, isLoading: !!device && !current }
}
