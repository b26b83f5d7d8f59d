const FRAGMENT = /<!--\s*StartFragment\s*-->([\s\S]*?)<!--\s*EndFragment\s*-->/i
const OFFICE_MARKUP = /class="?'?Mso|mso-|urn:schemas-microsoft-com/i

const TABLE_PART = /^\s*<(tr|td|th|col|colgroup|thead|tbody)\b/i

/**
 * The copied part of a clipboard document: what stands between the fragment's marks, else all of it. Excel marks
 * rows inside their table; alone they would be no table any more.
 */
export function cutFragment(html: string): string {
  const fragment = FRAGMENT.exec(html)?.[1] ?? html
  return TABLE_PART.test(fragment) ? `<table>${fragment}</table>` : fragment
}

/** True where the clipboard was filled by Word or Outlook. Asked of the whole document: its head tells it best. */
export function isOfficeMarkup(html: string): boolean {
  return OFFICE_MARKUP.test(html)
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Text that Word hides on the page: hidden runs, comments and the marks at them, field codes. */
const HIDDEN =
  /mso-hide\s*:\s*all|display\s*:\s*none|mso-element\s*:\s*(comment|comment-list|field-begin)\b|mso-special-character\s*:\s*comment/i

/**
 * Takes out what Word prints on no page (hidden text, comments, deletions that are not accepted yet) and unwraps its
 * own tags (`o:p`, `w:sdt`, `st1:place`) and insertions, whose words stay. Columns keep their widths. The conditional
 * comments go with all comments in `keepAllowedMarkup`.
 */
export function stripOfficeMarkup(body: HTMLElement): void {
  for (const element of body.querySelectorAll('*')) {
    if (element.localName === 'del' || HIDDEN.test(styleOf(element))) element.remove()
    else if (element.localName === 'ins' || element.nodeName.includes(':'))
      element.replaceWith(...element.childNodes)
  }
  for (const cell of body.querySelectorAll('td[width]:not([colspan]), th[width]:not([colspan])')) {
    cell.setAttribute('colwidth', cell.getAttribute('width') ?? '')
  }
}
