import { parseMarkup } from '#domain/report/markup.ts'
import type { MarkupNode } from '#domain/report/markup-node.ts'
import type { PaperInput } from './paper-input.ts'

/** Ids of all images that a paper shows with its options as they are: the keys that `RenderAssets.images` needs. */
export function imageIdsOf({ reports, options, mark, letterhead }: PaperInput): string[] {
  const texts = reports.flatMap(({ description, conclusion, recommendation }) => [
    description,
    conclusion,
    recommendation,
  ])
  const strips = options.letterhead ? [letterhead?.headerImageId, letterhead?.footerImageId] : []
  const signatures =
    options.signature && !mark
      ? reports.flatMap((report) => report.signatures.map((signature) => signature.imageId))
      : []
  const named = [...texts.flatMap(imagesOfText), ...strips, ...signatures]
  return [...new Set(named.filter((id) => id !== undefined))]
}

function imagesOfText(markup: string): string[] {
  const parsed = parseMarkup(markup)
  return parsed.ok ? parsed.nodes.flatMap(imagesOfNode) : []
}

function imagesOfNode(node: MarkupNode): string[] {
  if (node.kind === 'text') return []
  if (node.tag === 'img') return [node.fileId]
  return 'children' in node ? node.children.flatMap(imagesOfNode) : []
}
