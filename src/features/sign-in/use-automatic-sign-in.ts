import { useCallback, useEffect, useState } from 'react'
import { type LinkCredentials, takeLinkCredentials } from './link-credentials.ts'
import type { SignInOutcome } from './use-sign-in.ts'

/**
 * Signs a patient in by the link that opened the page. Without the network the credentials are held, in memory only,
 * and tried again when it is back; after any answer they are gone.
 */
export function useAutomaticSignIn(
  signInByLink: (link: LinkCredentials) => Promise<SignInOutcome>,
  online: boolean,
) {
  const [link, setLink] = useState<LinkCredentials>()
  const [isAutomatic, setAutomatic] = useState(false)

  useEffect(() => {
    const credentials = takeLinkCredentials()
    if (!credentials) return
    setLink(credentials)
    setAutomatic(true)
  }, [])

  useEffect(() => {
    if (!link || !online) return
    void signInByLink(link).then((outcome) => {
      if (outcome !== 'offline') setLink(undefined)
    })
  }, [link, online, signInByLink])

  const giveUp = useCallback(() => {
    setLink(undefined)
    setAutomatic(false)
  }, [])
  return { isAutomatic, giveUp }
}
