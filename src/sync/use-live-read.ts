import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from './current-device.ts'
import type { Device } from './device.ts'

/**
 * Reads what is stored in the clear, and again at each change of it. Returns undefined until the first answer, where
 * nobody's databases are open, and where they cannot be read. What is sealed needs `useLive`, which opens it outside of
 * the live query. `read` is one function of its module: a new one asks anew.
 */
export function useLiveRead<Answer>(read: (device: Device) => Promise<Answer>): Answer | undefined {
  const device = useDevice()
  const found = useLiveQuery(
    // The databases of a person who signs out close under the query: that is no error of the screen.
    async () => device && { device, read, answer: await read(device).catch(() => undefined) },
    [device, read],
  )
  // The hook keeps the last answer while it asks anew: one of another person's databases, or to another question, is none.
  return device && found?.device === device && found.read === read ? found.answer : undefined
}
