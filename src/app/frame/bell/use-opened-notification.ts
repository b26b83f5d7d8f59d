import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import { OPEN_PLACE } from '#contract/kernel/worker-messages.ts'

/** Navigates to the target of a clicked push notification within the open page, so that text being written stays. */
export function useOpenedNotification(): void {
  const navigate = useNavigate()
  useEffect(() => {
    const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
    const follow = ({ data }: MessageEvent<{ type?: unknown; place?: unknown } | null>) => {
      if (data?.type === OPEN_PLACE && typeof data.place === 'string' && data.place.startsWith('/'))
        void navigate(data.place)
    }
    container?.addEventListener('message', follow)
    return () => container?.removeEventListener('message', follow)
  }, [navigate])
}
