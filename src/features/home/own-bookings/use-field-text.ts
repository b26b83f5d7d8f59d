import { useOwnWords } from '#src/parts/patient-words/own-words.ts'
import { usePatientLanguage } from '#src/parts/patient-words/patient-words.ts'
import type { Choices } from './request-values.ts'
import type { RequestForm } from './use-request-form.ts'

/** Returns a function that gives the text of a refused field; the server's own sentence is in English. */
export function useFieldText(
  { errors, values }: Pick<RequestForm, 'errors' | 'values'>,
  { branches }: Choices,
): (name: string) => string | undefined {
  const { language } = usePatientLanguage()
  const { request: words } = useOwnWords()
  return (name) => {
    const problem = errors[name]
    if (problem === undefined) return undefined
    if (problem === 'missing') return words.required(words.fields[name as keyof typeof words.fields])
    if (problem === 'closed') {
      const branch = branches.find(({ id }) => id === values.branch_id)
      return words.closed(branch?.open_time || '00:00', branch?.close_time || '24:00')
    }
    if (language === 'en') return problem.said
    return name === 'doc_file_id' ? words.chooseAgain : words.checkField
  }
}
