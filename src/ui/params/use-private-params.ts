import { useEffect, useMemo } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { useStableCallback } from '../use-stable-callback.ts'

/** Typed values, by the opaque id that a history entry refers to. */
const typed = new Map<string, URLSearchParams>()

/** The state of a history entry: contains nothing that a person typed. */
interface PlaceState {
  typed?: string
}

export interface SetParamsOptions {
  replace: boolean
}
type SetParams = (change: (now: URLSearchParams) => URLSearchParams, options?: SetParamsOptions) => void

/**
 * The page's query as from useSearchParams, but the fields in `keys` stay out of the URL: the browser writes URLs to
 * disk, and people type patients' names into searches. Back and forward restore them, a reload does not; if a link
 * contains such a field, the page opens with it and removes it from the URL at once.
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
