import { useCallback, useEffect, useState } from 'react'
import {
  hasLinkCredentials,
  holdLinkCredentials,
  type LinkCredentials,
  takeLinkCredentials,
} from './link-credentials.ts'
import type { SignInOutcome } from './use-sign-in.ts'

/**
 * Signs a patient in by the link that opened the page. Offline, the credentials are held only in memory and
 * tried again when the network is back; any response deletes them.
 */
export function useAutomaticSignIn(
  signInByLink: (link: LinkCredentials) => Promise<SignInOutcome>,
  online: boolean,
) {
  const [isAutomatic, setAutomatic] = useState(hasLinkCredentials)

  useEffect(() => {
    const link = online ? takeLinkCredentials() : undefined
    if (!link) return
    const enter = async () => {
      if ((await signInByLink(link)) === 'offline') holdLinkCredentials(link)
    }
    void enter()
  }, [online, signInByLink])

  const giveUp = useCallback(() => {
    takeLinkCredentials()
    setAutomatic(false)
  }, [])
  return { isAutomatic, giveUp }
}
