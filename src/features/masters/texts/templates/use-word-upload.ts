import { useEffect, useRef, useState } from 'react'
import { v7 as mintId } from 'uuid'
import type { TemplateRecord } from '#contract/masters/template.ts'
import { FILE_RULES, refuseFileBytes, refuseNamedFile } from '#domain/file/limits.ts'
import { WORD_MACROS } from '#domain/file/word-macros.ts'
import { saveWordTemplate } from '#src/sync/masters/save-word-template.ts'
import { cleanPastedHtml } from '#src/ui/rich-text/paste/clean-pasted-html.ts'
import { openWordReader, type WordNotes, type WordReader } from '#src/workers/word-client.ts'

/** A Word file that is being imported as a template. */
export interface WordUpload {
  /** The template's id, created once, so that a retry creates no duplicate. */
  id: string
  file: File
  /** The file name without its extension (docs/masters.md#lists). */
  name: string
  state: 'reading' | 'ready' | 'refused' | 'sending' | 'saved' | 'failed'
  /** Why it was refused or failed, verbatim. */
  why?: string
  /** The upload progress from 0 to 1. */
  share?: number
  /** The text as a template stores it. */
  html?: string
  pictures?: number
  /** The outcome of the document's parts. */
  notes?: WordNotes
}

const nameOf = (file: File) => file.name.replace(/\.[^.]*$/, '').trim()

/** Reads Word files in a worker for a preview, and sends them one after another. */
export function useWordUpload(onSaved: (record: TemplateRecord) => void) {
  const [uploads, setUploads] = useState<readonly WordUpload[]>([])
  const [isSending, setSending] = useState(false)
  const reader = useRef<WordReader>(undefined)
  const left = useRef<AbortController>(undefined)
  useEffect(() => {
    left.current = new AbortController()
    return () => {
      left.current?.abort()
      reader.current?.close()
      reader.current = undefined
    }
  }, [])
  const change = (id: string, by: Partial<WordUpload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...by } : one)))

  const add = (files: readonly File[]) => {
    const added: WordUpload[] = files.map((file) => ({
      id: mintId(),
      file,
      name: nameOf(file),
      state: 'reading',
    }))
    setUploads((all) => [...all, ...added])
    reader.current ??= openWordReader()
    for (const { id, file } of added)
      void readForPreview(file, reader.current).then((found) => change(id, found))
  }
  const send = async (categoryId: string) => {
    const waiting = uploads.filter(({ state }) => state === 'ready' || state === 'failed')
    setSending(true)
    for (const { id, name, file } of waiting) {
      if (left.current?.signal.aborted) break
      change(id, { state: 'sending', share: 0, why: undefined })
      await saveWordTemplate(
        { id, name, categoryId, file },
        { onProgress: (share) => change(id, { share }), signal: left.current?.signal },
      ).then(
        (record) => {
          change(id, { state: 'saved' })
          onSaved(record)
        },
        (problem: unknown) => change(id, { state: 'failed', why: wordsOf(problem) }),
      )
    }
    setSending(false)
  }
  return {
    uploads,
    isSending,
    add,
    send,
    leaveOut: (id: string) => setUploads((all) => all.filter((one) => one.id !== id)),
  }
}

/** Returns the server's text for the file, the name ('is taken already') or the text (an unreadable field). */
function wordsOf(problem: unknown): string {
  const { fields } = problem as { fields?: Readonly<Record<string, string>> }
  if (fields?.name !== undefined) return `Template Name ${fields.name}.`
  if (fields?.content !== undefined) return `The text ${fields.content}.`
  return fields?.file ?? (problem instanceof Error ? problem.message : String(problem))
}

async function readForPreview(file: File, reader: WordReader): Promise<Partial<WordUpload>> {
  const named = refuseNamedFile('template', file)
  if (named) return { state: 'refused', why: named.message }
  const bytes = new Uint8Array(await file.arrayBuffer())
  const refusal = refuseFileBytes('template', bytes)
  if (refusal) return { state: 'refused', why: refusal.message }
  const read = await reader.read(bytes)
  if ('refusal' in read)
    return {
      state: 'refused',
      why: read.refusal === 'macros' ? WORD_MACROS.message : FILE_RULES.template.wrongType.message,
    }
  return { state: 'ready', html: cleanPastedHtml(read.html).html, pictures: read.pictures, notes: read.notes }
}
