import { randomUUID } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { sniff } from '#domain/file/sniff.ts'
import type { Caller } from '#server/kernel/context.ts'
import { isWholePicture } from '#server/kernel/files/picture.ts'
import type { CanSeeStudy } from '#server/kernel/files/purposes.ts'
import { findReadableFile } from '#server/kernel/files/read-file.ts'
import type { Kernel } from '#server/kernel/http/kernel.ts'
import { picturesOfHtml } from '../pictures-of-html.ts'

/** Pictures of a text, by the id used in the cleaned text. */
export interface HtmlImages {
  images: Map<string, Uint8Array>
  /** The id for each address in the html. */
  stored: Map<string, string>
}

/** Far more than any letter has; further pictures are dropped. */
const IMAGES_MAX = 100
const FILE_PATH = /^\/api\/file\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const DATA_URL = /^data:image\/(?:png|jpeg);base64,([a-z0-9+/=\s]+)$/i

interface ImageAccess {
  /** Origins of this server; their addresses are treated as paths. */
  origins: readonly string[]
  canSeeStudy: CanSeeStudy
}

/** Returns the pictures that a text may show: stored files that the caller may read, and embedded pictures. */
export async function findHtmlImages(
  kernel: Kernel,
  caller: Caller,
  html: string,
  { origins, canSeeStudy }: ImageAccess,
): Promise<HtmlImages> {
  const found: HtmlImages = { images: new Map(), stored: new Map() }
  for (const source of [...new Set(picturesOfHtml(html).sources)].slice(0, IMAGES_MAX))
    keep(
      found,
      source,
      bytesOfDataUrl(source) ?? (await storedFile(kernel, caller, pathOf(source, origins), canSeeStudy)),
    )
  return found
}

/**
 * Returns the intact embedded pictures of a text whose sender may read none of our files; `count` is the number of
 * all pictures of the text, of every kind.
 */
export async function picturesInHtml(html: string): Promise<HtmlImages & { count: number }> {
  const found: HtmlImages = { images: new Map(), stored: new Map() }
  const { sources, count } = picturesOfHtml(html)
  for (const source of [...new Set(sources)].slice(0, IMAGES_MAX)) {
    const bytes = bytesOfDataUrl(source)
    if (bytes && (await isWholePicture(Buffer.from(bytes)))) keep(found, source, bytes)
  }
  return { ...found, count }
}

function keep({ images, stored }: HtmlImages, source: string, bytes: Uint8Array | undefined): void {
  const kind = bytes && sniff(bytes)
  if (!bytes || (kind !== 'png' && kind !== 'jpg')) return
  const id = randomUUID()
  images.set(id, bytes)
  stored.set(source, id)
}

function bytesOfDataUrl(source: string): Uint8Array | undefined {
  const [, payload] = DATA_URL.exec(source) ?? []
  return payload === undefined ? undefined : new Uint8Array(Buffer.from(payload, 'base64'))
}

function pathOf(source: string, origins: readonly string[]): string {
  const origin = origins.find((own) => source.startsWith(`${own}/`))
  return origin === undefined ? source : source.slice(origin.length)
}

async function storedFile(
  kernel: Kernel,
  caller: Caller,
  path: string,
  canSeeStudy: CanSeeStudy,
): Promise<Uint8Array | undefined> {
  const [, id] = FILE_PATH.exec(path) ?? []
  const file = id && (await findReadableFile(kernel, caller, id, canSeeStudy))
  const stream = file && (await kernel.files.open(file.sha256))
  return stream ? new Uint8Array(await buffer(stream)) : undefined
}
