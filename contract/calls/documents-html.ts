import * as z from 'zod/mini'
import { text } from '../kernel/fields.ts'

/**
 * Both are mounted by the server's documents-html feature and not through defineCall: one takes a file, the other
 * answers one (docs/wire.md#paths-and-bases). Paths on the second base.
 */
export const WORD_PATH = 'file/uploadWordAndGetHtml'
export const HTML_TO_PDF_PATH = 'pdf/html2pdf'

/** A .docx as HTML of the allow-list of domain/report; its pictures are stored files. */
export const WordAnswer = z.object({
  result: z.object({
    html: z.string(),
    /** Pictures of kinds that a report does not hold. */
    lost_images: z.int(),
  }),
})
export type WordAnswer = z.output<typeof WordAnswer>

/** Longest HTML that is made a PDF of, in characters. */
export const HTML_MAX = 1_000_000

export const HtmlToPdfInput = z.strictObject({
  /** Cleaned by the allow-list of domain/report before it is set. */
  html: text(HTML_MAX),
  /** The address that the html comes from; only this server's own. */
  website_url: z.optional(z.nullable(text(2_000))),
  /** Whether the PDF comes as base64 inside an answer, or as a file. */
  base64: z._default(z.union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false'])]), true),
})
export type HtmlToPdfInput = z.output<typeof HtmlToPdfInput>

export const HtmlToPdfAnswer = z.object({ result: z.object({ pdf: z.string() }) })
export type HtmlToPdfAnswer = z.output<typeof HtmlToPdfAnswer>
