import { useCallback, useEffect, useState } from 'react'
import { authCalls } from '#contract/calls/auth.ts'
import { callApi } from '#src/sync/api/call-api.ts'

export interface Captcha {
  id: string
  /** The picture as an address for an <img>; never markup of the page. */
  src: string
  required: boolean
}

/** The captcha of the sign-in form: loaded on entry, renewed by `refresh`. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<Captcha>()
  const [hasFailed, setFailed] = useState(false)

  const refresh = useCallback(async () => {
    try {
      const { result } = await callApi(authCalls.getLoginCaptcha, {})
      const src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(result.svg)}`
      setCaptcha({ id: result.captcha_id, src, required: result.required })
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }, [])

  useEffect(() => void refresh(), [refresh])
  return { captcha, hasFailed, refresh }
}
