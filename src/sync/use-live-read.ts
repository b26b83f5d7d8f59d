import { useLiveQuery } from 'dexie-react-hooks'
import { useDevice } from './current-device.ts'
import type { Device } from './device.ts'

/**
 * Reads clear data, and again at each change of it. Returns undefined until the first answer, if no databases are open,
 * and if they cannot be read. Sealed data needs `useLive`, which opens it outside of the live query. `read` must be a
 * function of its module: a new function starts a new query.
 */
export function useLiveRead<Answer>(read: (device: Device) => Promise<Answer>): Answer | undefined {
  const device = useDevice()
  const found = useLiveQuery(
    // The databases close under the query when the user signs out: that is no error of the screen.
    async () => device && { device, read, answer: await read(device).catch(() => undefined) },
    [device, read],
  )
  // The hook keeps the last answer while it queries again: ignore one of another user's databases or another query.
  return device && found?.device === device && found.read === read ? found.answer : undefined
}
