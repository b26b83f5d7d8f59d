const FRAGMENT = /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/i
const OFFICE_MARKUP = /class="?'?Mso|mso-|urn:schemas-microsoft-com/i

const TABLE_PART = /^\s*<(tr|td|th|col|colgroup|thead|tbody)\b/i

/**
 * Returns the copied part of a clipboard document: the text between the fragment's markers, else all of it. Excel marks
 * rows inside their table; alone they would no longer be a table.
 */
export function cutFragment(html: string): string {
  const fragment = FRAGMENT.exec(html)?.[1] ?? html
  return TABLE_PART.test(fragment) ? `<table>${fragment}</table>` : fragment
}

/** True if the clipboard was filled by Word or Outlook. Pass the whole document: its head is the best evidence. */
export function isOfficeMarkup(html: string): boolean {
  return OFFICE_MARKUP.test(html)
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Text that Word hides on the page: hidden runs, comments and their marks, field codes. */
const HIDDEN =
  /mso-hide\s*:\s*all|display\s*:\s*none|mso-element\s*:\s*(comment|comment-list|field-begin)\b|mso-special-character\s*:\s*comment/i

/** What Word had in the copied text and does not show, by kind; each piece counts once. */
export interface LeftOut {
  hidden: number
  deleted: number
  comments: number
}

export const nothingLeftOut = (): LeftOut => ({ hidden: 0, deleted: 0, comments: 0 })

const COMMENT = /mso-element\s*:\s*comment|mso-special-character\s*:\s*comment/i
const FIELD_CODE = /mso-element\s*:\s*field-begin/i

/**
 * Removes what Word never prints (hidden text, comments, deletions not yet accepted) and unwraps its own tags (`o:p`,
 * `w:sdt`, `st1:place`) and insertions, whose words stay. Columns keep their widths. `keepAllowedMarkup` removes the
 * conditional comments with all others. Returns how much was removed.
 */
export function stripOfficeMarkup(body: HTMLElement): LeftOut {
  const left = nothingLeftOut()
  for (const element of body.querySelectorAll('*')) {
    // Inside of what is gone already.
    if (!body.contains(element)) continue
    if (element.localName === 'del' || HIDDEN.test(styleOf(element))) {
      count(element, left)
      element.remove()
    } else if (element.localName === 'ins' || element.nodeName.includes(':'))
      element.replaceWith(...element.childNodes)
  }
  for (const cell of body.querySelectorAll('td[width]:not([colspan]), th[width]:not([colspan])')) {
    cell.setAttribute('colwidth', cell.getAttribute('width') ?? '')
  }
  return left
}

function count(element: Element, left: LeftOut): void {
  const style = styleOf(element)
  if (COMMENT.test(style)) {
    // The list at the end repeats the comments whose marks stand in the text.
    if (/mso-special-character/i.test(style)) left.comments += 1
  } else if (/[^\s\u00a0]/u.test(element.textContent ?? '') && !FIELD_CODE.test(style))
    left[element.localName === 'del' ? 'deleted' : 'hidden'] += 1
}
