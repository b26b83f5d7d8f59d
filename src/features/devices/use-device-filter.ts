import { useMemo } from 'react'
import { usePrivateParams } from '#src/ui/params/use-private-params.ts'
import { useStableCallback } from '#src/ui/use-stable-callback.ts'
import { DEVICE_STATES, type DeviceFilter, SORT_KEYS } from './device-view.ts'

/** An address must not contain text that a person typed. */
const TYPED_KEYS = ['k']

/** Returns the filter and order of the devices from the page's address. */
export function useDeviceFilter() {
  const [params, setParams] = usePrivateParams(TYPED_KEYS)
  const filter = useMemo(() => readFilter(params), [params])
  const change = useStableCallback((next: DeviceFilter) =>
    setParams(() => writeFilter(next), { replace: true }),
  )
  /** Cycles through ascending, descending and the default order of urgency. */
  const sortBy = useStableCallback((column: string) => {
    const id = SORT_KEYS.find((key) => key === column)
    if (!id) return
    const { sort, ...rest } = filter
    if (sort?.id !== id) change({ ...rest, sort: { id, direction: 'ascending' } })
    else if (sort.direction === 'ascending') change({ ...rest, sort: { id, direction: 'descending' } })
    else change(rest)
  })
  return { filter, change, sortBy }
}

function readFilter(params: URLSearchParams): DeviceFilter {
  const state = DEVICE_STATES.find((one) => one === params.get('state'))
  const id = SORT_KEYS.find((key) => key === params.get('sort'))
  const direction = params.get('order') === 'down' ? 'descending' : 'ascending'
  return { text: params.get('k') ?? '', ...(state && { state }), ...(id && { sort: { id, direction } }) }
}

function writeFilter({ text, state, sort }: DeviceFilter): URLSearchParams {
  return new URLSearchParams({
    ...(state && { state }),
    ...(sort && { sort: sort.id }),
    ...(sort?.direction === 'descending' && { order: 'down' }),
    ...(text && { k: text }),
  })
}
