import { useMemo } from 'react'
import { usePrivateParams } from '#src/ui/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { SECTION_ORDER, type SyncFilter } from './sections.ts'

/** What a person types is the name of a patient as often as not: it stays out of the address. */
const TYPED_KEYS = ['k']

/** The filter of the Sync centre as the page's address holds it. */
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
