import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { parseMarkup } from '#domain/report/markup.ts'
import type { MarkupElement, MarkupImage, MarkupNode, MarkupStyle } from '#domain/report/markup-node.ts'
import { useLock } from '#src/sync/session/lock/lock-state.ts'
import type { LoadImage } from './extensions/stored-image.ts'
import classes from './report-text.module.css'
import { RICH_TEXT_WORDS as WORDS } from './words.ts'

export interface ReportTextProps {
  html: string
  loadImage: LoadImage
}

/**
 * A report's text, read-only. Rendered from the parsed tree, never as raw HTML; text that the rules refuse is shown as
 * plain characters.
 */
export function ReportText({ html, loadImage }: ReportTextProps) {
  const parsed = useMemo(() => parseMarkup(html), [html])
  return <div className={classes.text}>{parsed.ok ? draw(parsed.nodes, loadImage) : <p>{html}</p>}</div>
}

function draw(nodes: readonly MarkupNode[], loadImage: LoadImage): ReactNode {
  // The tree never changes in place: its order is its identity.
  return nodes.map((node, index) => (
    <Fragment key={index}>{node.kind === 'text' ? node.text : drawElement(node, loadImage)}</Fragment>
  ))
}

function drawElement(element: MarkupElement, loadImage: LoadImage): ReactNode {
  if (element.tag === 'img') return <StoredPicture image={element} loadImage={loadImage} />
  const { tag: Tag } = element
  const common = { dir: element.dir, style: styleOf(element.style) }
  if (!('children' in element)) return <Tag {...common} />
  const children = draw(element.children, loadImage)
  if (element.tag === 'ol')
    return (
      <ol {...common} start={element.start} type={element.numbering}>
        {children}
      </ol>
    )
  if (element.tag === 'td' || element.tag === 'th') {
    const Cell = element.tag
    return (
      <Cell {...common} colSpan={element.colspan} rowSpan={element.rowspan}>
        {children}
      </Cell>
    )
  }
  return <Tag {...common}>{children}</Tag>
}

function styleOf({ width, minWidth, ...style }: MarkupStyle) {
  return {
    ...style,
    ...(width && { width: `${width.value}${width.unit}` }),
    ...(minWidth && { minWidth: `${minWidth.value}${minWidth.unit}` }),
  }
}

function StoredPicture({ image, loadImage }: { image: MarkupImage; loadImage: LoadImage }) {
  const { fileId, alt, width, height } = image
  const [url, setUrl] = useState<string | null>()
  const isLocked = useLock().kind === 'locked'
  useEffect(() => {
    if (isLocked) return undefined
    let isCurrent = true
    void loadImage(fileId)
      .catch(() => undefined)
      .then((found) => (isCurrent ? setUrl(found ?? null) : undefined))
    return () => {
      isCurrent = false
    }
  }, [fileId, loadImage, isLocked])
  if (url === null) return <span className={classes.missing}>{WORDS.imageMissing}</span>
  return <img src={url} alt={alt} width={width} height={height} />
}
