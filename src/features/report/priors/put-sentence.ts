import type { RichTextHandle } from '#src/ui/rich-text/RichText.tsx'

/** Writes a sentence where the cursor stands, with a blank before it where words stand right before. */
export function putSentence(
  handle: Pick<RichTextHandle, 'editor' | 'insert'> | undefined,
  html: string,
): void {
  const place = handle?.editor?.state.selection.$from
  const before = place?.parent.isTextblock ? place.parent.textBetween(0, place.parentOffset, '', ' ') : ''
  // Pasted markup loses the blank that it begins with.
  if (/\S$/u.test(before))
    handle?.editor?.commands.command(({ tr }) => {
      tr.insertText(' ')
      return true
    })
  handle?.insert(html)
}
