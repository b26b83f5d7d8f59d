import { useRef, useState } from 'react'
import { FILE_RULES, type FileUse, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { SNIFF_BYTES } from '#domain/file/sniff.ts'
import { uploadNow } from '#src/sync/files/upload-now.ts'
import { type ActParts, useAct } from '#src/ui/refusal/use-act.ts'
import { showRefusal } from '#src/ui/rich-text/images/show-refusal.tsx'

export interface PickedFileOptions {
  use: FileUse
  purpose: string
  owner?: string | undefined
  onChange: (fileId: string) => void
  /** Pictures of paper keep their width; others are resized to 600 pixels (docs/masters.md#lists). */
  keepsWidth?: boolean | undefined
}

const isPicture = (use: FileUse) => FILE_RULES[use].kinds.some((kind: string) => kind === 'jpg')

/** Checks a picked file by name, size and first bytes, uploads it, and reports progress (0 to 1). */
export function usePickedFile({ use, purpose, owner, onChange, keepsWidth = false }: PickedFileOptions) {
  const [progress, setProgress] = useState<number>()
  const sending = useRef<AbortController>(undefined)
  const parts: ActParts = useAct()
  const [, act] = parts

  const send = async (file: File, stopping: AbortController) => {
    const resize = isPicture(use) && !keepsWidth
    const id = await uploadNow(file, {
      purpose,
      owner,
      resize,
      onProgress: setProgress,
      signal: stopping.signal,
    })
    onChange(id)
  }
  const take = async (file: File) => {
    const head = new Uint8Array(await file.slice(0, SNIFF_BYTES).arrayBuffer())
    const refusal = refuseNamedFile(use, file) ?? refuseFileBytes(use, head, file.size)
    if (refusal) return showRefusal(refusal)
    const stopping = new AbortController()
    sending.current = stopping
    setProgress(0)
    await act.run(() =>
      send(file, stopping).catch((problem: unknown) => {
        if (!stopping.signal.aborted) throw problem
      }),
    )
    setProgress(undefined)
  }
  return { progress, parts, take, stop: () => sending.current?.abort() }
}
