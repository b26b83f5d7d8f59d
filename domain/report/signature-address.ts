const MARK = 'readroom-signed:'
const HASH = /^[0-9a-f]{64}$/

/** True for the SHA-256 (hex) of a signed text. */
export function isSignatureHash(text: string): boolean {
  return HASH.test(text)
}

/** The distinct hashes in a file's keywords (`readroom-signed:<hash>`). */
export function hashesOfKeywords(keywords: string): string[] {
  const hashes = keywords
    .split(/[\s,;]+/)
    .filter((word) => word.startsWith(MARK))
    .map((word) => word.slice(MARK.length))
  return [...new Set(hashes)].filter(isSignatureHash)
}

/** The hash in pasted text: the hash itself, a keyword, or the address in a paper's code. */
export function hashInText(text: string): string | undefined {
  return /(?:\bh=|readroom-signed:|^\s*)([0-9a-f]{64})(?![0-9a-f])/.exec(text)?.[1]
}
