import { useCallback, useEffect, useState } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import { callApi } from '#src/sync/api/call-api.ts'

export interface Captcha {
  id: string
  /** The picture as an address for an <img>; never markup of the page. */
  src: string
  required: boolean
  /** The server holds the demo data. */
  isDemo: boolean
}

/**
 * The captcha of the sign-in form: loaded on entry, renewed by `refresh`; a failure keeps the last picture. It is shown
 * where it is always required, and from the first refusal that asks for it on.
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
