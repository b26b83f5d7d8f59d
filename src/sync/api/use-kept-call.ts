import { useCallback, useEffect, useRef, useState } from 'react'
import type { AnyCall, InputOf, OutputOf } from '#contract/kernel/define-call.ts'
import type { AnswerRow } from '#src/db/cache-database.ts'
import type { Databases } from '#src/db/open-databases.ts'
import { currentDevice } from '../current-device.ts'
import { type LiveQuestion, useLive } from '../use-live.ts'
import { callApi } from './call-api.ts'

/** The server's answer, or when offline the last one that this device received. */
export interface KeptAnswer<C extends AnyCall> {
  answer?: OutputOf<C>
  /** When the server gave it; undefined while there is none. */
  at?: Date
  error?: Error
  /** Asks the server again. */
  refresh: () => void
}

/**
 * Makes a reading call while `isWanted`, and again whenever `news` changes; the last answer is stored sealed on this
 * device under the clear name `keptAs` and shown until the next one arrives, and when offline. Without a name nothing
 * is stored. With `isKeptWhenClosed` an answer that arrives after the screen closed is stored too, for what the next
 * screen needs offline; otherwise the call ends with its screen.
 */
export function useKeptCall<C extends AnyCall>(
  call: C,
  input: InputOf<C>,
  {
    isWanted,
    news,
    keptAs,
    isKeptWhenClosed = false,
  }: { isWanted: boolean; news: string; keptAs: string | undefined; isKeptWhenClosed?: boolean },
): KeptAnswer<C> {
  const asked = JSON.stringify(input)
  const id = `${call.key} ${asked}`
  const kept = useLive(keptUnder(keptAs), keptAs ?? '').answer
  const [own, setOwn] = useState<{ id: string; answer?: OutputOf<C>; at?: Date; error?: Error }>()
  const [round, setRound] = useState(0)

  const before = useRef<AbortController>(undefined)
  useEffect(() => {
    before.current?.abort()
    if (!isWanted) return undefined
    const replaced = new AbortController()
    before.current = replaced
    let isShown = true
    // The next person's databases may be open when the answer arrives.
    const databases = currentDevice()?.databases
    const askedAt = Date.now()
    callApi(call, JSON.parse(asked) as InputOf<C>, { signal: replaced.signal }).then(
      async (answer) => {
        if (replaced.signal.aborted) return
        const at = new Date()
        if (isShown) setOwn({ id, answer, at })
        // A full disk stores nothing; the answer is on the screen all the same.
        if (databases && keptAs)
          await keepAnswer(databases, keptAs, { answer, at, askedAt }).catch(() => undefined)
      },
      (error: Error) => {
        if (isShown && !replaced.signal.aborted)
          setOwn((known) => ({ ...(known?.id === id ? known : undefined), id, error }))
      },
    )
    return () => {
      isShown = false
      if (!isKeptWhenClosed) replaced.abort()
    }
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- news and round ask anew without being part of the question
  }, [call, asked, id, keptAs, isKeptWhenClosed, isWanted, news, round])

  const fresh = own?.id === id ? own : undefined
  return {
    answer: fresh?.answer ?? (kept?.answer as OutputOf<C> | undefined),
    at: fresh?.at ?? (kept && new Date(kept.at)),
    error: fresh?.error,
    refresh: useCallback(() => setRound((n) => n + 1), []),
  }
}

const keptUnder = (
  id: string | undefined,
): LiveQuestion<AnswerRow | undefined, { answer: unknown; at: number } | undefined> => ({
  read: async ({ databases }) => (id === undefined ? undefined : databases.cache.answers.get(id)),
  open: async (row, { databases }) => row && (await databases.answers.open(row)).body,
})

async function keepAnswer(
  { answers, cache }: Databases,
  id: string,
  { answer, at, askedAt }: { answer: unknown; at: Date; askedAt: number },
): Promise<void> {
  // A later call may have been answered first, by another screen.
  const kept = await answers.find(id)
  if ((kept?.body.askedAt ?? 0) > askedAt) return
  await cache.answers.put(await answers.seal({ id, rev: 0, body: { answer, at: at.getTime(), askedAt } }))
}
