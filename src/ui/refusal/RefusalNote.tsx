import { RefusalLine } from './RefusalLine.tsx'
import type { Act } from './use-act.ts'

export interface RefusalNoteProps {
  act: Pick<Act, 'problem' | 'fields'>
  /** What was not done, if the message alone does not say it. */
  title?: string | undefined
  /** Whether a form field shows the refusal: then the focus goes there, not to the message. */
  isAtField?: ((name: string) => boolean) | undefined
}

/** Shows at the button why it did nothing: the message, and the server's errors for fields that do not show them. */
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
