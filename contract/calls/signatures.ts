import * as z from 'zod/mini'
import { LANGUAGES } from '#domain/language/languages.ts'
import { WORDS_VERDICTS } from '#domain/report/compare-words.ts'
import { TOUCH_ACTS } from '#domain/report/touch-content.ts'
import { defineCall } from '../kernel/define-call.ts'
import { EntityId, Flag, Instant, text } from '../kernel/fields.ts'
import { resultOf } from '../kernel/paging.ts'
import { REPORT_TEXT_MAX } from './reports.ts'

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal'))

/** The state of a signed text: in force, superseded by another signed revision, or never signed. */
export const SIGNATURE_VERDICTS = ['current', 'superseded', 'not_signed'] as const
export type SignatureVerdict = (typeof SIGNATURE_VERDICTS)[number]

/** A signature by touch, with all data for verifying it and no patient data. */
const TouchProof = z.object({
  act: z.enum(TOUCH_ACTS),
  signed_by: z.string(),
  /** When it was made, by the signed text, and when the server received it. */
  made: Instant,
  received: Instant,
  passkey: z.object({
    name: z.string(),
    registered: Instant,
    removed: z.nullable(Instant),
    /** Short fingerprint of the public key, as on papers. */
    fingerprint: z.string(),
    public_key_pem: z.string(),
    algorithm: z.enum(['ES256', 'RS256']),
  }),
  /** The signed text: touchContent (domain/report). Its SHA-256 is the challenge inside of `client_data`. */
  signed_text: z.string(),
  /** Base64url, as returned by WebAuthn. */
  authenticator_data: z.string(),
  client_data: z.string(),
  signature: z.string(),
})
export type TouchProof = z.output<typeof TouchProof>

/** A signature for anybody who has the paper: no patient data. */
const Signature = z.object({
  kind: z.enum(['report', 'addendum']),
  centre: z.string(),
  status: z.enum(['Signed', 'Verified']),
  signed_on: Instant,
  signed_by: z.string(),
  is_current: Flag,
  superseded_on: z.nullable(Instant),
  /** Touches of the signer and the verifier, in order; absent if there were none. */
  touches: z.optional(z.array(TouchProof)),
})
export type Signature = z.output<typeof Signature>

/** How given words compare to the signed ones; `more` returns the additional words. */
const ComparedWords = z.object({
  verdict: z.enum(WORDS_VERDICTS),
  more: z.array(z.string()),
  missing: z.int(),
})

export const signatureCalls = {
  /** Who signed this text: searched by its three parts, letter by letter, or by the hash in a PDF. */
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
      /** The claimed report; without it every report with these words is returned. */
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
  /** The same for anybody who has a paper: by the hash of its code, optionally with words to compare. */
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
        /** Of the patients of the newest one's branch; absent if it has none. */
        language: z.optional(z.enum(LANGUAGES)),
        /** Absent if no words were given, or nobody signed such a text. */
        words: z.optional(ComparedWords),
      }),
    ),
  }),
} as const
