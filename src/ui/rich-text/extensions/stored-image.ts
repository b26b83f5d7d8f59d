import type { NodeViewRenderer } from '@tiptap/core'
import { Image, type ImageOptions } from '@tiptap/extension-image'
import { markupImageUrl } from '#domain/report/markup-node.ts'
import { RICH_TEXT_WORDS as WORDS } from '../words.ts'

/** Returns an address that the page may show for a stored picture, or undefined while it is unavailable. */
export type LoadImage = (fileId: string) => Promise<string | undefined>

export interface StoredImageOptions extends ImageOptions {
  loadImage: LoadImage
}

const PREFIX = markupImageUrl('')
const wholeOf = (name: string) => (element: HTMLElement) => {
  const value = element.getAttribute(name) ?? ''
  return /^[1-9]\d{0,3}$/.test(value) ? value : null
}

/**
 * A picture of the report. The text names only the stored file (`/api/file/<id>`); the shown copy is found on the
 * device or downloaded with the session by `loadImage`, because an address alone carries no rights.
 */
export const StoredImage = Image.extend<StoredImageOptions>({
  addOptions() {
    return {
      allowBase64: false,
      HTMLAttributes: {},
      resize: false,
      inline: true,
      loadImage: () => Promise.resolve(undefined),
    }
  },

  addAttributes() {
    return {
      src: { default: null },
      alt: { default: null },
      width: { default: null, parseHTML: wholeOf('width') },
      height: { default: null, parseHTML: wholeOf('height') },
    }
  },

  parseHTML() {
    return [{ tag: `img[src^="${PREFIX}"]` }]
  },

  // A typed `![…](…)` must not become a picture from elsewhere.
  addInputRules() {
    return []
  },

  addNodeView(): NodeViewRenderer {
    const { loadImage } = this.options
    return ({ node }) => {
      const dom = document.createElement('span')
      dom.dataset.storedImage = ''
      const picture = document.createElement('img')
      picture.alt = String(node.attrs.alt ?? '')
      if (node.attrs.width) picture.width = Number(node.attrs.width)
      if (node.attrs.height) picture.height = Number(node.attrs.height)
      dom.append(picture)
      void drawPicture(dom, picture, String(node.attrs.src).slice(PREFIX.length), loadImage)
      return { dom }
    }
  },
})

async function drawPicture(dom: HTMLElement, picture: HTMLImageElement, fileId: string, load: LoadImage) {
  const url = await load(fileId).catch(() => undefined)
  if (url) picture.src = url
  else dom.textContent = WORDS.imageMissing
}
