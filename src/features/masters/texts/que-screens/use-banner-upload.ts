import { useEffect, useRef, useState } from 'react'
import { v7 as mintId } from 'uuid'
import { refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { MEDIA_TYPES, SNIFF_BYTES, sniff } from '#domain/file/sniff.ts'
import { sendWithProgress } from '#src/sync/files/send-with-progress.ts'
import { usePageAddress } from '#src/ui/files/use-page-address.ts'
import { type ActParts, useAct } from '#src/ui/refusal/use-act.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'
import type { ShownBanner } from './use-stored-banner.ts'

/** Checks a chosen banner, uploads it in chunks, and shows the local copy until the form is saved. */
export function useBannerUpload(onChange: (fileId: string) => void) {
  const [progress, setProgress] = useState<number>()
  const [picked, setPicked] = useState<{ fileId: string; file: File; type: ShownBanner['type'] }>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])
  const url = usePageAddress(picked?.file)
  const parts: ActParts = useAct()
  const [, act] = parts

  const send = async (file: File) => {
    const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
    const refusal = refuseNamedFile('banner', file) ?? refuseFileBytes('banner', head, file.size)
    if (refusal) return showRefusal(refusal)
    const kind = sniff(head)
    const type = kind === undefined ? file.type : MEDIA_TYPES[kind]
    const stopping = new AbortController()
    sending.current = stopping
    setProgress(0)
    try {
      const fileId = mintId()
      const bytes = new Uint8Array(await file.arrayBuffer())
      await sendWithProgress(
        fileId,
        { bytes, type, purpose: 'que_banner' },
        { onProgress: setProgress, signal: stopping.signal },
      )
      const isImage = kind === 'jpg' || kind === 'png'
      setPicked({ fileId, file, type: isImage ? 'image' : 'video' })
      onChange(fileId)
    } catch (problem) {
      if (!stopping.signal.aborted) throw problem
    } finally {
      setProgress(undefined)
    }
  }
  const shown = picked && url !== undefined ? { fileId: picked.fileId, type: picked.type, url } : undefined
  const take = (file: File) => act.run(() => send(file))
  return { progress, parts, picked: shown, take, stop: () => sending.current?.abort() }
}
