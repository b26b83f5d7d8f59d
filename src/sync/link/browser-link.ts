import { hello } from '#contract/calls/hello.ts'
import { PROBE_TIMEOUT_MS } from '#domain/time/intervals.ts'
import { callBare } from '../api/call-bare.ts'
import { reach$ } from '../api/reach.ts'
import { createLink, type Link } from './link.ts'
import { browserPage } from './page.ts'

let link: Link | undefined

/** Returns the link of this page; the first call starts it. */
export function browserLink(): Link {
  link ??= createLink({ ...browserPage(), now: () => new Date(), random: Math.random, probe, reach$ })
  return link
}

// Without credentials: a probe must not affect the session.
async function probe(): Promise<boolean> {
  try {
    await callBare(hello, {}, { timeoutMs: PROBE_TIMEOUT_MS })
    return true
  } catch {
    return false
  }
}
