import * as z from 'zod/mini'
import { text } from '../kernel/fields.ts'

/**
 * The server's documents-html feature mounts both instead of defineCall: one accepts a file, the other returns one
 * (docs/wire.md#paths-and-bases). Paths on the second base.
 */
export const WORD_PATH = 'file/uploadWordAndGetHtml'
export const HTML_TO_PDF_PATH = 'pdf/html2pdf'

/** A .docx as HTML of the allow-list of domain/report; its pictures are stored files. */
export const WordAnswer = z.object({
  result: z.object({
    html: z.string(),
    /** Number of pictures of kinds that a report cannot hold. */
    lost_images: z.int(),
  }),
})
export type WordAnswer = z.output<typeof WordAnswer>

/** Longest HTML that is converted to a PDF, in characters. */
export const HTML_MAX = 1_000_000

export const HtmlToPdfInput = z.strictObject({
  /** Sanitised by the allow-list of domain/report before typesetting. */
  html: text(HTML_MAX),
  /** The address of the html; only this server's own is allowed. */
  website_url: z.optional(z.nullable(text(2_000))),
  /** Whether the PDF is returned as base64 inside a response, or as a file. */
  base64: z._default(z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]), true),
})
export type HtmlToPdfInput = z.output<typeof HtmlToPdfInput>

export const HtmlToPdfAnswer = z.object({ result: z.object({ pdf: z.string() }) })
export type HtmlToPdfAnswer = z.output<typeof HtmlToPdfAnswer>
