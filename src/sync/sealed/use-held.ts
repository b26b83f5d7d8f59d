import { useCallback, useEffect, useState } from 'react'
import { deliveryCalls, type HeldCommand } from '#contract/calls/delivery.ts'
import { callApi } from '../api/call-api.ts'

/** Changes that the server holds until their author confirms them. */
export interface Held {
  commands: readonly HeldCommand[]
  /** Asks the server again. */
  refresh: () => void
}

/** The user's held changes, and everybody's for an administrator; none while the server cannot be reached. */
export function useHeld(isOnline: boolean): Held {
  const [commands, setCommands] = useState<readonly HeldCommand[]>([])
  const [round, setRound] = useState(0)
  useEffect(() => {
    if (!isOnline) return undefined
    const asked = new AbortController()
    callApi(deliveryCalls.held, {}, { signal: asked.signal }).then(
      ({ result }) => setCommands(result),
      // The list of waiting commands works without it; the next look asks again.
      () => undefined,
    )
    return () => asked.abort()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- the round asks anew without being part of the question
  }, [isOnline, round])
  return { commands, refresh: useCallback(() => setRound((n) => n + 1), []) }
}

/** Maximum number of ids in one call (contract: sync/release). */
const STEP = 50

/** Releases the user's held changes so that they take effect; returns how many did. Throws like callApi. */
export async function releaseHeld(ids: readonly string[]): Promise<number> {
  let done = 0
  for (let at = 0; at < ids.length; at += STEP) {
    const { answers } = await callApi(deliveryCalls.release, { ids: ids.slice(at, at + STEP) })
    done += answers.filter(({ status }) => status < 300).length
  }
  return done
}

/** Discards the user's held changes: they never take effect. Throws like callApi. */
export async function discardHeld(ids: readonly string[]): Promise<void> {
  for (let at = 0; at < ids.length; at += STEP)
    await callApi(deliveryCalls.discard, { ids: ids.slice(at, at + STEP) })
}
