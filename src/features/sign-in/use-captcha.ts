import { useCallback, useEffect, useState } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import { callApi } from '#src/sync/api/call-api.ts'

export interface Captcha {
  id: string
  /** The URL of the picture for an <img>; it is never used as markup. */
  src: string
  required: boolean
  /** Whether the server holds the demo data. */
  isDemo: boolean
}

/**
 * Returns the captcha of the sign-in form: loaded on entry and renewed by `refresh`; a failure keeps the last
 * picture. It is shown if it is always required, or after the first refusal that demands it.
 */
export function useCaptcha() {
  const [state, setState] = useState<{ captcha?: Captcha; hasFailed: boolean }>({ hasFailed: false })
  const [isDemanded, setDemanded] = useState(false)
  const refresh = useCallback(
    () =>
      loadCaptcha().then(
        (captcha) => setState({ captcha, hasFailed: false }),
        () => setState(({ captcha }) => ({ captcha, hasFailed: true })),
      ),
    [],
  )
  const demand = useCallback(async () => {
    setDemanded(true)
    await refresh()
  }, [refresh])
  useEffect(() => void refresh(), [refresh])
  const isShown = isDemanded || state.hasFailed || state.captcha?.required === true
  return { ...state, isShown, refresh, demand }
}

async function loadCaptcha(): Promise<Captcha> {
  const { result } = await callApi(authCalls.getLoginCaptcha, {})
  const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(result.svg)}`
  return { id: result.captcha_id, src, required: result.required, isDemo: result.demo === true }
}
