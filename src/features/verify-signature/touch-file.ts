import type { TouchProof } from '#contract/calls/signatures.ts'

/** Instructions to check a proof without this page. */
const STEPS = [
  'Save each base64url value below as bytes: authenticator_data to a.bin, client_data to c.bin, signature to s.bin (for example: printf %s VALUE | tr _- /+ | base64 -d > a.bin; missing "=" signs at the end may be added).',
  'Save public_key_pem to key.pem, and signed_text to t.txt with line feeds between its lines and none at the end.',
  'The text was what was signed: sha256sum t.txt, written as base64url, is the "challenge" in c.bin.',
  'The report was meant: a line of t.txt begins with "report" and ends with text_sha256, which is also the code on the paper.',
  'The key signed it: openssl dgst -sha256 -binary c.bin > h.bin; cat a.bin h.bin > signed.bin; openssl dgst -sha256 -verify key.pem -signature s.bin signed.bin says "Verified OK".',
  'Its holder was verified by finger, face or PIN: byte 33 of a.bin has the bits 1 and 4 set.',
  'Whose key it is, when it was registered and removed, is what the centre says of it.',
] as const

/** Returns the name of that file. */
export const touchFileName = (hash: string): string => `signature-by-touch-${hash.slice(0, 8)}.json`

/** Returns the proof of a touch as a file for other persons: all signed data, and instructions to check it. */
export function touchFile(proof: TouchProof, hash: string): Blob {
  const content = { how_to_check: STEPS, text_sha256: hash, ...proof }
  return new Blob([`${JSON.stringify(content, undefined, 2)}\n`], { type: 'application/json' })
}
