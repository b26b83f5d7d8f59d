import { LIST_NUMBERINGS, MARKUP_TAGS, type MarkupTag } from '#domain/report/markup-node.ts'
import { keptStyle, marksOfStyle } from './pasted-style.ts'

/** Removed with all content: none of it is text that a person copied. */
const DROPPED = new Set(
  'script style head title meta link base xml iframe frame object embed applet svg math template noscript canvas audio video input select textarea button option'.split(
    ' ',
  ),
)

/** Tags that are equivalent to one of ours. */
const SAME_AS: Record<string, MarkupTag> = {
  h4: 'h3',
  h5: 'h3',
  h6: 'h3',
  strike: 's',
  del: 's',
  ins: 'u',
  font: 'span',
  address: 'p',
  pre: 'p',
  dt: 'p',
  dd: 'p',
  center: 'p',
  tfoot: 'tbody',
  cite: 'em',
  mark: 'span',
}

/** Containers of other pages: a paragraph if they hold only a line, else unwrapped. */
const BOXES = new Set('div section article main header footer aside figure figcaption'.split(' '))
const BLOCKS = 'p,h1,h2,h3,h4,h5,h6,ul,ol,table,blockquote,hr,div,section,article,pre,dl,figure,center'

const isMarkupTag = (name: string): name is MarkupTag => (MARKUP_TAGS as readonly string[]).includes(name)

function tagOf(element: HTMLElement): MarkupTag | undefined {
  const name = element.localName
  // Google Docs wraps the whole clipboard in a <b> whose style is not bold.
  if ((name === 'b' || name === 'strong') && element.style.fontWeight === 'normal') return undefined
  if (BOXES.has(name)) return element.querySelector(BLOCKS) ? undefined : 'p'
  return SAME_AS[name] ?? (isMarkupTag(name) ? name : undefined)
}

/** Replaces `element` by `tag` with only what the report may hold, around the same children. */
function rebuild(element: HTMLElement, tag: MarkupTag): void {
  const style = keptStyle(element, tag)
  const marks = tag === 'span' || tag === 'p' ? marksOfStyle(element) : []
  const next = element.ownerDocument.createElement(tag)
  if (element.localName === 'center') next.style.textAlign = 'center'
  if (style) next.setAttribute('style', style)
  for (const [name, value] of keptAttributes(element, tag)) next.setAttribute(name, value)
  let inner: HTMLElement = next
  for (const mark of marks) inner = inner.appendChild(element.ownerDocument.createElement(mark))
  inner.append(...element.childNodes)
  // A span without a style has no meaning.
  if (tag === 'span' && !style) element.replaceWith(...next.childNodes)
  else element.replaceWith(next)
}

function keptAttributes(element: HTMLElement, tag: MarkupTag): [string, string][] {
  const get = (name: string) => element.getAttribute(name) ?? ''
  const whole = (name: string, max: number): [string, string][] =>
    /^\d{1,5}$/.test(get(name)) && Number(get(name)) >= 1 && Number(get(name)) <= max
      ? [[name, get(name)]]
      : []
  const dir = /^(rtl|ltr)$/i.test(get('dir')) && tag !== 'span' ? [['dir', get('dir').toLowerCase()]] : []
  const kept: [string, string][] = dir as [string, string][]
  const widths = get('colwidth')
  const colwidth: [string, string][] = /^\d{1,5}(,\d{1,5}){0,99}$/.test(widths) ? [['colwidth', widths]] : []
  if (tag === 'td' || tag === 'th')
    return [...kept, ...whole('colspan', 100), ...whole('rowspan', 1_000), ...colwidth]
  if (tag === 'ol')
    return [
      ...kept,
      ...whole('start', 99_999),
      ...LIST_NUMBERINGS.filter((one) => one === get('type')).map((type): [string, string] => ['type', type]),
    ]
  if (tag !== 'img') return kept
  return [['src', get('src')], ...(get('alt') ? [['alt', get('alt').slice(0, 500)] as [string, string]] : [])]
}

/**
 * Reduces pasted markup to what a report may hold (domain/report/markup-rules.ts): other tags are unwrapped, colours
 * and marks hidden in styles become plain ones, scripts and comments are removed. Children are processed before their
 * parents, so that each is visited once.
 */
export function keepAllowedMarkup(body: HTMLElement): void {
  dropComments(body)
  for (const element of body.querySelectorAll('*')) if (DROPPED.has(element.localName)) element.remove()
  for (const element of [...body.querySelectorAll<HTMLElement>('*')].toReversed()) {
    const tag = tagOf(element)
    if (tag) rebuild(element, tag)
    else element.replaceWith(...element.childNodes)
  }
}

function dropComments(node: Node): void {
  for (const child of Array.from(node.childNodes)) {
    if (child.nodeType === Node.COMMENT_NODE) child.remove()
    else dropComments(child)
  }
}
