import { RefusalLine } from './RefusalLine.tsx'
import type { Act } from './use-act.ts'

export interface RefusalNoteProps {
  act: Pick<Act, 'problem' | 'fields'>
  /** What was not done, where the message alone does not say it. */
  title?: string | undefined
  /** Whether a field of the form says what the refusal names: the focus goes there, and not to the message. */
  isAtField?: ((name: string) => boolean) | undefined
}

/** Shows at the button why it did nothing: the message, and what the server says of fields that do not show it themselves. */
export function RefusalNote({ act: { problem, fields }, title, isAtField = () => false }: RefusalNoteProps) {
  if (!problem) return null
  const names = Object.keys(fields)
  const elsewhere = names.filter((name) => !isAtField(name)).map((name) => `${name} ${fields[name]}.`)
  return (
    <RefusalLine
      words={[...(title ? [`${title}.`] : []), problem.message, ...elsewhere]}
      takesFocus={!names.some(isAtField)}
    />
  )
}
