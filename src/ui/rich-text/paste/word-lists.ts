import { type ListMarker, readMarker } from './word-numbering.ts'

/** A paragraph that Word draws as an item: which list, how deep, what stands before it. */
interface ListParagraph {
  paragraph: HTMLElement
  listId: string
  level: number
  marker: ListMarker
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
  return { paragraph: element as HTMLElement, listId, level: Number(level), marker }
}

function startList(document: Document, marker: ListMarker): HTMLElement {
  if (marker.kind === 'bullet') return document.createElement('ul')
  const list = document.createElement('ol')
  if (marker.value > 1) list.setAttribute('start', String(marker.value))
  if (marker.numbering !== '1') list.setAttribute('type', marker.numbering)
  return list
}

/** Closes the lists that the paragraph is not inside of; the last one left is the one it belongs to or under. */
function closeUpTo(open: OpenList[], { listId, level }: ListParagraph): OpenList | undefined {
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (last.level < level || (last.level === level && last.listId === listId)) return last
    open.pop()
  }
  return undefined
}

function place(item: ListParagraph, open: OpenList[]): void {
  const { paragraph, listId, level, marker } = item
  const document = paragraph.ownerDocument
  const parent = closeUpTo(open, item)
  const entry = document.createElement('li')
  if (parent && parent.level === level) {
    parent.element.append(entry)
  } else {
    const list = startList(document, marker)
    list.append(entry)
    if (parent) parent.element.lastElementChild?.append(list)
    else paragraph.before(list)
    open.push({ element: list, listId, level })
  }
  // A heading may be numbered too; as an item it is a paragraph, in bold as it looked.
  const content = document.createElement('p')
  if (paragraph.style.textAlign) content.style.textAlign = paragraph.style.textAlign
  const target = /^h\d$/.test(paragraph.localName)
    ? content.appendChild(document.createElement('strong'))
    : content
  target.append(...paragraph.childNodes)
  entry.append(content)
  paragraph.remove()
}

/**
 * Word's clipboard has no lists, only paragraphs that look like items. Builds real ones from neighbours, nested by
 * level, numbered and started as the markers say. Lists never run from one cell or section into the next.
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
