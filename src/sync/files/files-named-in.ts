const ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const FILE_ADDRESS = new RegExp(`/api/file/(${ID})`, 'g')
const FILE_ID = new RegExp(`^${ID}$`)
/** Fields that contain a file id or a list of them: `file_id`, `img_file_ids`. */
const FILE_FIELD = /(?:^|_)file_ids?$/

/** Ids of the stored files that a command names, by a URL inside its texts or by a field, each once. */
export function filesNamedIn(input: Readonly<Record<string, unknown>>): string[] {
  return [...new Set(Object.entries(input).flatMap(([field, value]) => filesOf(field, value)))]
}

function filesOf(field: string, value: unknown): string[] {
  if (FILE_FIELD.test(field)) {
    const ids: unknown[] = Array.isArray(value) ? value : [value]
    return ids.filter((id) => typeof id === 'string' && FILE_ID.test(id)) as string[]
  }
  if (typeof value !== 'string') return []
  return [...value.matchAll(FILE_ADDRESS)].map(([, id = '']) => id)
}
