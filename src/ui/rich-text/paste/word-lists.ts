import { type ListMarker, readMarker } from './word-numbering.ts'

/** A paragraph that Word shows as a list item: its list, level and marker. */
interface ListParagraph {
  paragraph: HTMLElement
  listId: string
  level: number
  marker: ListMarker
  /** `rtl`, `ltr` or empty. */
  dir: string
}

interface OpenList {
  element: HTMLElement
  listId: string
  level: number
}

const styleOf = (element: Element) => element.getAttribute('style') ?? ''

/** Word writes `mso-list:l0 level2 lfo1` on the paragraph and the marker as a span with `mso-list:Ignore`. */
function findListParagraph(element: Element): ListParagraph | undefined {
  const [, listId, level] = /mso-list\s*:\s*(l\d+)\s+level(\d+)/i.exec(styleOf(element)) ?? []
  if (!listId || !level) return undefined
  const markers = [...element.querySelectorAll('span')].filter((span) =>
    /mso-list\s*:\s*ignore/i.test(styleOf(span)),
  )
  const marker = readMarker(markers.map((span) => span.textContent ?? '').join(''))
  for (const span of markers) span.remove()
  const dir = (element.getAttribute('dir') ?? '').toLowerCase()
  return { paragraph: element as HTMLElement, listId, level: Number(level), marker, dir }
}

function startList(document: Document, { marker, dir }: ListParagraph): HTMLElement {
  const list = emptyList(document, marker)
  if (dir) list.setAttribute('dir', dir)
  return list
}

function emptyList(document: Document, marker: ListMarker): HTMLElement {
  if (marker.kind === 'bullet') return document.createElement('ul')
  const list = document.createElement('ol')
  if (marker.value > 1) list.setAttribute('start', String(marker.value))
  if (marker.numbering !== '1') list.setAttribute('type', marker.numbering)
  return list
}

/** Closes the lists that do not contain the paragraph; the last one left contains it or its list. */
function closeUpTo(open: OpenList[], { listId, level }: ListParagraph): OpenList | undefined {
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (last.level < level || (last.level === level && last.listId === listId)) return last
    open.pop()
  }
  return undefined
}

function place(item: ListParagraph, open: OpenList[]): void {
  const { paragraph, listId, level, dir } = item
  const document = paragraph.ownerDocument
  const parent = closeUpTo(open, item)
  const entry = document.createElement('li')
  if (parent && parent.level === level) {
    parent.element.append(entry)
  } else {
    const list = startList(document, item)
    list.append(entry)
    if (parent) parent.element.lastElementChild?.append(list)
    else paragraph.before(list)
    open.push({ element: list, listId, level })
  }
  // A heading may be numbered too; as an item it becomes a bold paragraph, as it looked.
  const content = document.createElement('p')
  const align = paragraph.style.textAlign || paragraph.getAttribute('align')
  if (align) content.style.textAlign = align
  if (dir) content.setAttribute('dir', dir)
  const target = /^h\d$/.test(paragraph.localName)
    ? content.appendChild(document.createElement('strong'))
    : content
  target.append(...paragraph.childNodes)
  entry.append(content)
  paragraph.remove()
}

/**
 * Word's clipboard has no lists, only paragraphs that look like items. Builds real lists from adjacent ones, nested by
 * level, numbered and started as their markers say. Lists never continue from one cell or section into the next.
 */
export function rebuildWordLists(body: HTMLElement): void {
  const parents = new Set<Element>()
  for (const element of body.querySelectorAll('[style*="mso-list"]')) {
    if (element.parentElement && /^(p|h\d|div)$/.test(element.localName)) parents.add(element.parentElement)
  }
  for (const parent of parents) {
    let open: OpenList[] = []
    for (const child of Array.from(parent.children)) {
      const item = findListParagraph(child)
      if (item) place(item, open)
      else open = []
    }
  }
}
