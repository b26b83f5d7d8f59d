import { useEffect, useState } from 'react'
import { queDisplayCalls } from '#contract/calls/exam-queue.ts'
import { BANNER_CHECK_MS } from '#domain/time/intervals.ts'
import { callBare } from '../api/call-bare.ts'

/** A banner with its bytes on the device: it keeps playing offline, and its link may expire. */
export interface HeldBanner {
  url: string
  type: 'image' | 'video'
}

/**
 * Returns the banner of a public display. Checks for a new one every few minutes with a fresh link; fetches its bytes
 * once and releases them when another one replaces it.
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
    // Offline, the current banner stays; the next check tries again.
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
