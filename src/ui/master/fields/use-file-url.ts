import { useEffect, useState } from 'react'
import { imageUrlOf } from '#src/sync/files/find-file.ts'

/** The address of a stored file on this page; null where it cannot be had now, undefined while it is looked for. */
export function useFileUrl(fileId: string): string | null | undefined {
  const [found, setFound] = useState<{ fileId: string; url: string | null }>()
  useEffect(() => {
    let isCurrent = true
    void imageUrlOf(fileId).then((url) => isCurrent && setFound({ fileId, url: url ?? null }))
    return () => {
      isCurrent = false
    }
  }, [fileId])
  return found?.fileId === fileId ? found.url : undefined
}
