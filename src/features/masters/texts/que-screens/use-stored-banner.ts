import { useEffect, useState } from 'react'
import { type QueScreenRecord, queScreenCalls } from '#contract/masters/que-screen.ts'
import { callApi } from '#src/sync/api/call-api.ts'

/** A banner for the preview. */
export interface ShownBanner {
  url: string
  type: 'image' | 'video'
}

/**
 * Returns the stored banner of a screen by a signed link; null if it is not available now, undefined while
 * loading.
 */
export function useStoredBanner(screen: QueScreenRecord | undefined): ShownBanner | null | undefined {
  const [found, setFound] = useState<{ key: string; banner: ShownBanner | null }>()
  const uid = screen?.uid
  const key = screen ? `${screen.uid} ${screen.banner_file_id}` : ''
  useEffect(() => {
    if (uid === undefined) return undefined
    let isCurrent = true
    const tell = (banner: ShownBanner | null) => isCurrent && setFound({ key, banner })
    callApi(queScreenCalls.bannerUrl, { screen_uid: uid }).then(
      ({ result: { file_url: url, type } }) => tell(type === '' ? null : { url, type }),
      () => tell(null),
    )
    return () => {
      isCurrent = false
    }
  }, [uid, key])
  return found?.key === key ? found.banner : undefined
}
