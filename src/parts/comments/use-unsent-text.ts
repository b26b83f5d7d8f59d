import { useEffect, useRef, useState } from 'react'
import { findPreference, keepPreference, type UnsentCommentKey } from '#src/sync/preferences/preference.ts'
import { inOrder } from '#src/sync/reports/in-order.ts'
import { onBeforeLock } from '#src/sync/session/lock/before-lock.ts'
import { useFirstRead } from '#src/ui/unsaved/use-first-read.ts'

/** The pause in typing after which the text is stored. */
const PAUSE_MS = 300

/** The unsent text of a field. */
export interface UnsentText {
  text: string
  /** Does nothing until the stored text was read: it would be overwritten. */
  setText: (text: string) => void
  isRead: boolean
  /** Why the stored text could not be read. */
  problem: Error | undefined
  retry: () => void
  /** Deletes the stored text, which could not be read, and starts with an empty one. */
  discard: () => Promise<void>
}

/**
 * Returns the unsent text of a field, stored sealed on this device: it is restored when the person returns
 * from another tab or screen, or after a crash. A person without a vault loses it with the field, as before.
 */
export function useUnsentText(key: UnsentCommentKey): UnsentText {
  const begun = useFirstRead(() => inOrder(key, () => findStored(key)), key)
  const [typed, setTyped] = useState<string>()
  const unkept = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const [keep] = useState(() => async () => {
    clearTimeout(timer.current)
    const latest = unkept.current
    if (latest === undefined) return
    unkept.current = undefined
    try {
      await inOrder(key, () => keepPreference(key, latest === '' ? undefined : latest))
    } catch (error) {
      // The next pause, a lock or leaving retries, unless something newer was typed.
      unkept.current ??= latest
      throw error
    }
  })
  useEffect(() => {
    const stop = onBeforeLock(keep)
    return () => {
      stop()
      void keep().catch(() => undefined)
    }
  }, [keep])

  const isRead = begun.found !== undefined
  const setText = (next: string) => {
    if (!isRead) return
    unkept.current = next
    setTyped(next)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => void keep().catch(() => undefined), PAUSE_MS)
  }
  const { problem, retry } = begun
  const discard = async () => {
    await inOrder(key, () => keepPreference(key, undefined))
    retry()
  }
  return { text: typed ?? begun.found ?? '', setText, isRead, problem, retry, discard }
}

/** Returns the stored text; empty if there is none. */
async function findStored(key: UnsentCommentKey): Promise<string> {
  const stored = await findPreference(key)
  return typeof stored === 'string' ? stored : ''
}
