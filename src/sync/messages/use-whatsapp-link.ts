import { useCallback, useEffect, useRef, useState } from 'react'
import { type WhatsappLink, whatsappLinkCalls } from '#contract/calls/messages.ts'
import { callApi } from '../api/call-api.ts'
import { browserPage } from '../link/page.ts'
import { pollEvery } from '../link/poll-every.ts'

/** How often the gateway is asked whether a waiting code was scanned. */
const WATCH_MS = 3_000
/** WhatsApp codes are valid for less than a minute: request another one in time. */
const CODE_MS = 30_000

export interface WhatsappNumber {
  link: WhatsappLink | undefined
  /** The code to scan, as a data URL. */
  code: string | undefined
  isBusy: boolean
  error: Error | undefined
  /** Requests a code to scan. */
  begin: () => void
  unlink: () => void
  retry: () => void
}

interface Known {
  link?: WhatsappLink
  code?: string
  error?: Error
}

/** Returns the state of the WhatsApp number that sends the user's messages; polled while a code waits to be scanned. */
export function useWhatsappLink(isWanted: boolean): WhatsappNumber {
  const [known, setKnown] = useState<Known>({})
  const [isBusy, setBusy] = useState(false)
  const { look, begin, unlink } = useQuestions(setKnown, setBusy)
  const isWaiting = known.link?.state === 'Waiting' && known.code !== undefined
  useEffect(() => {
    if (isWanted) look()
  }, [isWanted, look])
  useTicks(WATCH_MS, isWanted && isWaiting, look)
  useTicks(CODE_MS, isWanted && isWaiting, begin)
  return {
    link: known.link,
    code: known.link?.state === 'Linked' ? undefined : known.code,
    isBusy,
    error: known.error,
    begin,
    unlink,
    retry: look,
  }
}

type SetKnown = (change: (before: Known) => Known) => void

function useQuestions(setKnown: SetKnown, setBusy: (isBusy: boolean) => void) {
  const newest = useRef(0)
  const newestAct = useRef(0)
  const ask = useCallback(
    async (question: () => Promise<Partial<Known>>, isAct = false) => {
      // Answers may overtake each other; the newest request wins. A look during an act does not outdate the act's
      // answer: a new code may take longer than the next look.
      const mine = (newest.current += 1)
      if (isAct) newestAct.current = mine
      const isCurrent = () => mine === (isAct ? newestAct : newest).current
      try {
        const answer = await question()
        if (isCurrent()) setKnown(({ code }) => ({ ...(code !== undefined && { code }), ...answer }))
      } catch (error) {
        const problem = error instanceof Error ? error : new Error(String(error))
        if (isCurrent()) setKnown((before) => ({ ...before, error: problem }))
      }
    },
    [setKnown],
  )
  const look = useCallback(
    () => void ask(async () => ({ link: (await callApi(whatsappLinkCalls.linkState, {})).result })),
    [ask],
  )
  const begin = useCallback(async () => {
    setBusy(true)
    await ask(async () => {
      const { base64, ...link } = (await callApi(whatsappLinkCalls.getQrCode, {})).result
      return { link, ...(base64 !== '' && { code: `data:image/png;base64,${base64}` }) }
    }, true)
    setBusy(false)
  }, [ask, setBusy])
  const unlink = useCallback(async () => {
    setBusy(true)
    setKnown(({ link }) => (link ? { link } : {}))
    await ask(async () => ({ link: (await callApi(whatsappLinkCalls.unlink, {})).result }), true)
    setBusy(false)
  }, [ask, setBusy, setKnown])
  return {
    look,
    begin: useCallback(() => void begin(), [begin]),
    unlink: useCallback(() => void unlink(), [unlink]),
  }
}

function useTicks(ms: number, isOn: boolean, run: () => void): void {
  useEffect(() => {
    if (!isOn) return undefined
    const subscription = pollEvery(ms, true, browserPage()).subscribe(run)
    return () => subscription.unsubscribe()
  }, [ms, isOn, run])
}
