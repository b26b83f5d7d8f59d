import type { Signature, SignatureVerdict, signatureCalls } from '#contract/calls/signatures.ts'
import type { ParsedInputOf } from '#contract/kernel/define-call.ts'
import { Refusal } from '#contract/kernel/error-codes.ts'
import { compareWords } from '#domain/report/compare-words.ts'
import type { HandlersFor, Tx } from '#server/kernel/context.ts'
import { signedHash } from '../reports/public/text.ts'
import { selectVisibleIds } from '../studies/public/store.ts'
import { findTouchProofs } from '../touch/proofs.ts'
import { type FoundSignature, findBranchLanguage, findSignatures, findSignedText } from './store.ts'
import { admitCheck } from './throttle.ts'

type VerifyInput = ParsedInputOf<typeof signatureCalls.verifySignature>

/** Handlers of contract/calls/signatures. */
export const signatureHandlers: HandlersFor<typeof signatureCalls> = {
  verifySignature: async (input, ctx) => {
    const hash = hashOf(input)
    const { clientId } = ctx.caller
    const found = await findSignatures(ctx.tx, { hash, clientId, reportId: input.report_id })
    const studies = found.map(({ study_id }) => study_id)
    const visible = new Set(await selectVisibleIds(ctx.tx, ctx.caller, studies))
    const signatures = found.filter(({ study_id }) => visible.has(study_id))
    for (const { report_id } of signatures) await ctx.audit('check_signature', 'report', report_id)
    return {
      result: {
        verdict: verdictOf(signatures),
        hash,
        signatures: await Promise.all(
          signatures.map(async (one) => ({
            ...(await shown(ctx.tx, hash, one)),
            study_id: one.study_id,
            report_id: one.report_id,
          })),
        ),
      },
    }
  },
  publicVerifySignature: async ({ hash, report_id, words }, ctx) => {
    await admitCheck(ctx)
    const signatures = await ctx.entry((tx) => findSignatures(tx, { hash, reportId: report_id }))
    const told = await ctx.entry((tx) => Promise.all(signatures.map((one) => shown(tx, hash, one))))
    const [newest] = signatures
    const language = newest && (await ctx.entry((tx) => findBranchLanguage(tx, newest)))
    const result = { verdict: verdictOf(signatures), signatures: told, ...(language && { language }) }
    if (words === undefined || signatures.length === 0) return { result }
    const signed = await ctx.entry((tx) => findSignedText(tx, hash))
    return { result: signed ? { ...result, words: compareWords(signed, words) } : result }
  },
}

/** Returns the requested hash: the given one, or that of the given text. Throws if both or none are given. */
function hashOf({ hash, report_data, conclusion, recommendation }: VerifyInput): string {
  const hasText = [report_data, conclusion, recommendation].some((part) => part !== undefined)
  if (hasText === (hash !== undefined)) {
    throw new Refusal('invalid', undefined, { fields: { hash: 'either the hash or the text is needed' } })
  }
  if (hash !== undefined) return hash
  return signedHash({
    report_data: report_data ?? '',
    conclusion: conclusion ?? '',
    recommendation: recommendation ?? '',
  })
}

function verdictOf(signatures: readonly FoundSignature[]): SignatureVerdict {
  if (signatures.length === 0) return 'not_signed'
  return signatures.some(({ is_current }) => is_current) ? 'current' : 'superseded'
}

async function shown(tx: Tx, hash: string, signature: FoundSignature): Promise<Signature> {
  const { kind, centre, status, signed_by, signed_on, superseded_on } = signature
  const { client_id: clientId, report_id: reportId } = signature
  const touches = kind === 'report' ? await findTouchProofs(tx, { clientId, reportId, hash }) : []
  return {
    kind,
    centre,
    status,
    signed_by,
    signed_on: signed_on.toISOString(),
    is_current: signature.is_current ? 1 : 0,
    superseded_on: superseded_on?.toISOString() ?? null,
    ...(touches.length > 0 && { touches }),
  }
}
