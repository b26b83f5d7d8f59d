const FILE_ADDRESS = /\/api\/file\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})/g

/** Ids of the stored files that a command's texts point to, each once. */
export function filesNamedIn(input: Readonly<Record<string, unknown>>): string[] {
  const texts = Object.values(input).filter((value) => typeof value === 'string')
  return [...new Set(texts.flatMap((text) => [...text.matchAll(FILE_ADDRESS)].map(([, id = '']) => id)))]
}
