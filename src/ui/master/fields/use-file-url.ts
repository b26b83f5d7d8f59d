import { useEffect, useState } from 'react'
import { imageUrlOf } from '#src/sync/files/find-file.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'

/** The object URL of a stored file; null if it is unavailable now, undefined while loading. */
export function useFileUrl(fileId: string): string | null | undefined {
  const [found, setFound] = useState<{ fileId: string; url: string | null }>()
  const isLocked = useLock().kind === 'locked'
  useEffect(() => {
    if (isLocked) return undefined
    let isCurrent = true
    void imageUrlOf(fileId).then((url) => isCurrent && setFound({ fileId, url: url ?? null }))
    return () => {
      isCurrent = false
    }
  }, [fileId, isLocked])
  return found?.fileId === fileId ? found.url : undefined
}
