import * as z from 'zod/mini'
import { WORDS_VERDICTS } from '#domain/report/compare-words.ts'
import { TOUCH_ACTS } from '#domain/report/touch-content.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { REPORT_TEXT_MAX } from './reports.ts'

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))

/** What became of a signed text: it stands, another revision was signed in its place, or nobody signed it. */
export const SIGNATURE_VERDICTS = ['current', 'superseded', 'not_signed'] as const
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number]

/** A signature by touch, with everything that its check needs: nothing of the patient. */
const TouchProof = z.object({
  act: z.enum(TOUCH_ACTS),
  signed_by: z.string(),
  /** When it was made, as the signed text says, and when the server took it. */
  made: Instant,
  received: Instant,
  passkey: z.object({
    name: z.string(),
    registered: Instant,
    removed: z.nullable(Instant),
    /** Short fingerprint of the public key, as papers show it. */
    fingerprint: z.string(),
    public_key_pem: z.string(),
    algorithm: z.enum(['ES256', 'RS256']),
  }),
  /** What was signed: touchContent (domain/report). Its SHA-256 is the challenge inside of `client_data`. */
  signed_text: z.string(),
  /** Base64url, as WebAuthn gives them. */
  authenticator_data: z.string(),
  client_data: z.string(),
  signature: z.string(),
})
export type TouchProof = z.output<typeof TouchProof>

/** A signature as anybody may see it who holds the paper: nothing of the patient. */
const Signature = z.object({
  kind: z.enum(['report', 'addendum']),
  centre: z.string(),
  status: z.enum(['Signed', 'Verified']),
  signed_on: Instant,
  signed_by: z.string(),
  is_current: Flag,
  superseded_on: z.nullable(Instant),
  /** Touches of who signed and who verified, in their order; absent where there was none. */
  touches: z.optional(z.array(TouchProof)),
})
export type Signature = z.output<typeof Signature>

/** How given words stand to the signed ones; `more` repeats what was given beyond them. */
const ComparedWords = z.object({
  verdict: z.enum(WORDS_VERDICTS),
  more: z.array(z.string()),
  missing: z.int(),
})

export const signatureCalls = {
  /** Who signed this text: by its three parts, letter by letter, or by the hash that a PDF carries. */
  verifySignature: defineCall({
    key: 'report/verifySignature',
    base: 'api',
    method: 'POST',
    path: 'report/verifySignature',
    access: 'session',
    offline: { kind: 'never' },
    input: z.strictObject({
      hash: z.optional(Hash),
      report_data: z.optional(text(REPORT_TEXT_MAX)),
      conclusion: z.optional(text(REPORT_TEXT_MAX)),
      recommendation: z.optional(text(REPORT_TEXT_MAX)),
      /** The report that it is said to be; without it every report of these words is answered. */
      report_id: z.optional(EntityId),
    }),
    output: resultOf(
      z.object({
        verdict: z.enum(SIGNATURE_VERDICTS),
        hash: z.string(),
        signatures: z.array(z.extend(Signature, { study_id: EntityId, report_id: EntityId })),
      }),
    ),
  }),
  /** The same for whoever holds a paper: by the hash of its code, and with words to compare with the signed ones. */
  publicVerifySignature: defineCall({
    key: 'public/verifySignature',
    base: 'api',
    method: 'POST',
    path: 'public/verifySignature',
    access: 'public',
    offline: { kind: 'never' },
    input: z.strictObject({
      hash: Hash,
      report_id: z.optional(EntityId),
      words: z.optional(text(REPORT_TEXT_MAX)),
    }),
    output: resultOf(
      z.object({
        verdict: z.enum(SIGNATURE_VERDICTS),
        /** Newest first; two reports of the same words have the same hash. */
        signatures: z.array(Signature),
        /** Absent where no words were given, or nobody signed such a text. */
        words: z.optional(ComparedWords),
      }),
    ),
  }),
} as const
