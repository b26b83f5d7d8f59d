import { useMemo } from 'react'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { SECTION_ORDER, type SyncFilter } from './sections.ts'

/** Typed text is often a patient's name, so it is kept out of the address. */
const TYPED_KEYS = ['k']

/** Returns the filter of the Sync centre from the page's address. */
export function useSyncFilter() {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useMemo((): SyncFilter => {
    const state = SECTION_ORDER.find((one) => one === params.get('state'))
    return { text: params.get('k') ?? '', ...(state && { state }) }
  }, [params])
  const change = useStableCallback((next: SyncFilter) =>
    setParams(
      () =>
        new URLSearchParams({ ...(next.state && { state: next.state }), ...(next.text && { k: next.text }) }),
      {
        replace: true,
      },
    ),
  )
  return { filter, change }
}
