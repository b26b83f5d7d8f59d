import { parseMarkup } from '#domain/report/markup.ts'
import type { MarkupNode } from '#domain/report/markup-node.ts'
import type { BookletInput, PaperInput } from './paper-input.ts'

/** Returns the ids of all images that a paper shows with its options: the keys that `RenderAssets.images` needs. */
export function imageIdsOf(paper: PaperInput): string[] {
  const { options, letterhead, keyImages } = paper
  const strips = options.letterhead ? [letterhead?.headerImageId, letterhead?.footerImageId] : []
  return uniqueOf([...imagesOfReports(paper), ...strips, ...(keyImages?.imageIds ?? [])])
}

/** Returns the same as imageIdsOf, for a booklet. */
export function bookletImageIdsOf(booklet: BookletInput): string[] {
  const { pictures, frontImageId, backImageId } = booklet
  return uniqueOf([frontImageId, ...imagesOfReports(booklet), ...pictures.imageIds, backImageId])
}

/** Returns the pictures in the texts, and the drawn signatures. */
function imagesOfReports({ reports, options, mark }: Pick<PaperInput, 'reports' | 'options' | 'mark'>) {
  const texts = reports.flatMap(({ description, conclusion, recommendation, addenda = [] }) => [
    description,
    conclusion,
    recommendation,
    ...addenda.map(({ content }) => content),
  ])
  const signatures =
    options.signature && !mark
      ? reports.flatMap(({ signatures: ofReport, addenda = [] }) =>
          [...ofReport, ...addenda.map(({ signature }) => signature)].map(({ imageId }) => imageId),
        )
      : []
  return [...texts.flatMap(imagesOfText), ...signatures]
}

function uniqueOf(ids: readonly (string | null | undefined)[]): string[] {
  return [...new Set(ids.filter((id) => id !== undefined && id !== null))]
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
