import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'
import { from, switchMap } from 'rxjs'
import { useDevice } from './current-device.ts'
import type { Device } from './device.ts'

/** A database query that returns a new result at each change of the rows it read. */
export interface LiveQuestion<Stored, Answer> {
  /** Reads rows; may await only the databases. */
  read: (device: Device) => Promise<Stored>
  /** Opens the rows, outside of the live query. */
  open: (stored: Stored, device: Device) => Promise<Answer>
}

/** An answer with the key of its query. */
interface Answered<Answer> {
  key: string
  answer?: Answer
  error?: Error
}

/**
 * Queries the device, and again at each change. `key` identifies the query's inputs. `answer` is undefined until the
 * first one arrives, and if no databases are open; until then, `known` is returned as an earlier answer.
 */
export function useLive<Stored, Answer>(
  question: LiveQuestion<Stored, Answer>,
  key: string,
  known?: Answer,
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
    // The query is a new object at each render; the key tells when it changed.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [device, key])

  const current = device && state?.key === key ? state : undefined
  const answer = current ? current.answer : device && known
  return { answer, error: current?.error, isLoading: !!device && !current && known === undefined }
}
