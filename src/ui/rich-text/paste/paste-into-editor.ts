import type { EditorView } from '@tiptap/pm/view'
import { markupImageUrl } from '#domain/report/markup-node.ts'
import { showRefusal } from '../images/show-refusal.tsx'
import { fileOfDataUrl, type KeepImage, takeImage } from '../images/take-image.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'
import { cleanPastedHtml, dataImagesOf, hasNoText } from './clean-pasted-html.ts'

/** What the editor needs to know about a paste while its pictures are being kept. */
export interface PasteContext {
  keep: KeepImage
  /** Pictures are on their way into the text: the editor counts as dirty until they stand there. */
  onBusy: (busy: boolean) => void
}

const picturesOf = (data: DataTransfer) => [...data.files].filter((file) => file.type.startsWith('image/'))

/**
 * Handles a paste or drop that brings pictures; false leaves it to the editor, which cleans the text by
 * `pastedHtml`. Word puts a picture of the text beside the text: where there are words, the words win.
 */
export function pastePictures(
  view: EditorView,
  data: DataTransfer,
  context: PasteContext,
  at?: number,
): boolean {
  const html = data.getData('text/html')
  const files = picturesOf(data)
  if (files.length > 0 && (html === '' || hasNoText(html))) {
    void insertPictures(view, files, context, at)
    return true
  }
  const inside = dataImagesOf(html)
  if (inside.length === 0) return false
  void pasteWithPictures(view, html, inside, context)
  return true
}

/** Puts pictures into the text, each after it was kept; a refused one is named in a dialog, the others still come. */
export async function insertPictures(
  view: EditorView,
  files: readonly File[],
  { keep, onBusy }: PasteContext,
  at?: number,
): Promise<void> {
  onBusy(true)
  try {
    for (const file of files) {
      const taken = await takeImage(file, keep)
      if (!taken.ok) showRefusal(taken.refusal)
      else if (!view.isDestroyed) insertPicture(view, taken.fileId, at)
    }
  } finally {
    onBusy(false)
  }
}

function insertPicture(view: EditorView, fileId: string, at: number | undefined): void {
  const { image } = view.state.schema.nodes
  if (!image) return
  const node = image.create({ src: markupImageUrl(fileId) })
  const { tr } = view.state
  const place = at === undefined ? undefined : Math.min(at, tr.doc.content.size)
  view.dispatch(
    (place === undefined ? tr.replaceSelectionWith(node, false) : tr.insert(place, node)).scrollIntoView(),
  )
}

async function pasteWithPictures(
  view: EditorView,
  html: string,
  pictures: readonly string[],
  { keep, onBusy }: PasteContext,
): Promise<void> {
  onBusy(true)
  const stored = new Map<string, string>()
  try {
    for (const url of pictures) {
      const file = fileOfDataUrl(url)
      const taken = file && (await takeImage(file, keep))
      if (taken?.ok) stored.set(url, markupImageUrl(taken.fileId))
      else if (taken) showRefusal(taken.refusal)
    }
    if (!view.isDestroyed) view.pasteHTML(pastedHtml(html, (url) => stored.get(url)))
  } finally {
    onBusy(false)
  }
}

/** Cleans a pasted text and tells the person about pictures that could not come along. */
export function pastedHtml(html: string, findStored?: (url: string) => string | undefined): string {
  const cleaned = cleanPastedHtml(html, findStored)
  if (cleaned.lostImages > 0)
    showRefusal({ title: WORDS.lostImagesTitle, message: WORDS.lostImages(cleaned.lostImages) })
  return cleaned.html
}
