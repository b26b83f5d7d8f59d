import { useEffect, useState } from 'react'
import { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import { BANNER_CHECK_MS } from '#domain/time/intervals.ts'
import { callBare } from '../api/call-bare.ts'

/** A banner whose bytes are here: it plays on without the line, and its link may end. */
export interface HeldBanner {
  url: string
  type: 'image' | 'video'
}

/**
 * The banner of a public display. Whether it is another one is asked every few minutes, by a fresh link; its bytes are
 * fetched once and let go when another one takes its place.
 */
export function useBanner(uid: string): HeldBanner | undefined {
  const [banner, setBanner] = useState<HeldBanner>()
  useEffect(() => {
    const left = new AbortController()
    let held: { path: string; url: string } | undefined
    const drop = () => {
      if (held) URL.revokeObjectURL(held.url)
      held = undefined
    }
    const look = async () => {
      const { file_url, type } = (await callBare(queDisplayCalls.banner, { uid }, { signal: left.signal }))
        .result
      if (type === '') {
        drop()
        setBanner(undefined)
        return
      }
      const path = new URL(file_url, window.location.origin).pathname
      if (path === held?.path) return
      const answer = await fetch(file_url, { signal: left.signal })
      if (!answer.ok) return
      const url = URL.createObjectURL(await answer.blob())
      drop()
      held = { path, url }
      setBanner({ url, type })
    }
    // Without the line what is shown stays; it is asked for again at the next look.
    const lookQuietly = () => void look().catch(() => undefined)
    lookQuietly()
    const looks = setInterval(lookQuietly, BANNER_CHECK_MS)
    return () => {
      clearInterval(looks)
      left.abort()
      drop()
    }
  }, [uid])
  return banner
}
