import { useEffect, useState } from 'react'
import { dropPageAddress, makePageAddress } from '#src/sync/files/page-addresses.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'

/**
 * The page's object URL for `blob` while it is shown; undefined without a blob and while the page is locked, after
 * which there is a new one.
 */
export function usePageAddress(blob: Blob | undefined): string | undefined {
  const isLocked = useLock().kind === 'locked'
  const [made, setMade] = useState<{ blob: Blob; address: string }>()
  useEffect(() => {
    if (!blob || isLocked) return undefined
    const address = makePageAddress(blob)
    // oxlint-disable-next-line react/set-state-in-effect -- the address is made and given back outside of React
    setMade({ blob, address })
    return () => {
      dropPageAddress(address)
      setMade(undefined)
    }
  }, [blob, isLocked])
  return made !== undefined && made.blob === blob && !isLocked ? made.address : undefined
}
