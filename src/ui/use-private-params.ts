import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useStableCallback } from './use-stable-callback.ts'

/** What was typed, by the opaque id that a place in the history names it by. */
const typed = new Map<string, URLSearchParams>()

/** The state of a place in the history: nothing that a person typed. */
interface PlaceState {
  typed?: string
}

export interface SetParamsOptions {
  replace: boolean
}
type SetParams = (change: (now: URLSearchParams) => URLSearchParams, options?: SetParamsOptions) => void

/**
 * The query of the page as useSearchParams gives it, with the fields in `keys` kept out of the address: the browser
 * writes addresses to the disk, and what people type into a search is the name of a patient. Back and forward bring it
 * back, a reload does not; a link that carries such a field opens with it and loses it from the address at once.
 */
export function usePrivateParams(keys: readonly string[]): [URLSearchParams, SetParams] {
  const location = useLocation()
  const navigate = useNavigate()
  const state = location.state as PlaceState | null
  const id = state?.typed
  const params = useMemo(() => {
    const all = new URLSearchParams(location.search)
    for (const [key, value] of (id && typed.get(id)) || []) all.set(key, value)
    return all
  }, [location.search, id])

  const set = useStableCallback<Parameters<SetParams>, void>((change, options = { replace: false }) => {
    const next = change(params)
    const open = new URLSearchParams(next)
    const hidden = new URLSearchParams()
    for (const key of keys) {
      const value = open.get(key)
      if (value !== null) hidden.set(key, value)
      open.delete(key)
    }
    const nextId = hidden.size > 0 ? crypto.randomUUID() : undefined
    if (nextId !== undefined) typed.set(nextId, hidden)
    const query = open.size > 0 ? `?${open}` : ''
    void navigate(`${location.pathname}${query}`, {
      replace: options.replace,
      state: { ...state, typed: nextId } satisfies PlaceState,
    })
  })

  const isWritten = keys.some((key) => new URLSearchParams(location.search).has(key))
  useEffect(() => {
    if (isWritten) set((now) => now, { replace: true })
  }, [isWritten, set])
  return [params, set]
}
